import { acceptBundle, type ImportInstance } from '../exit/accept-bundle.ts'
import { BundleError, openBundle } from '../exit/read-bundle.ts'
import { storeBundle } from '../exit/store-bundle.ts'

export { BundleError, type ImportInstance }

export type ImportedBundle = {
  name: string
  chain_alias: string
  address: string
  works: number
  lists: number
  /** Files that were not here yet. */
  stored_files: number
  /** Its owner changed the page here: texts and pictures of the page stay. */
  kept_page: boolean
}

/**
 * Imports the page, works and lists of a collection that the index has: chain facts come from the
 * index alone. `key` is the public key of the site that wrote the bundle; null takes bundles of
 * this instance only. A repeated import changes nothing, and one that broke off goes on with the
 * files that are missing. Throws `BundleError`, and `StorageProblem`.
 */
export async function importBundle(
  instance: ImportInstance,
  path: string,
  key: string | null,
): Promise<ImportedBundle> {
  const bundle = await openBundle(path)
  try {
    const { chain, target } = await acceptBundle(instance, bundle, key)
    const { files, lists } = await storeBundle(instance, bundle, target)
    return {
      ...{ name: target.name, chain_alias: chain.alias, address: target.address },
      ...{ works: bundle.works.length, lists, stored_files: files },
      kept_page: target.updated_by !== null,
    }
  } finally {
    bundle.close()
  }
}
