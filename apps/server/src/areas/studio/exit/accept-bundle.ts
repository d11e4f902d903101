import { isFactoryCode } from '@platemark/abi/deploy'
import {
  formatSetManifest,
  hashSetManifest,
  readSetManifest,
} from '@platemark/rules/set-manifest'
import { getCode } from 'viem/actions'
import type { Chain } from '../../../configuration/chains.ts'
import type { Configuration } from '../../../configuration/configuration.ts'
import type { Database } from '../../../database/database.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { findImportTarget, type ImportTarget } from '../queries/imports.ts'
import { findRevealedHash } from '../queries/reveals.ts'
import { paths } from './bundle-format.ts'
import { findTextFaults } from './check-bundle-texts.ts'
import { BundleError, type CheckedBundle } from './read-bundle.ts'
import { loadBundleKey } from './signing-key.ts'

/** Instance that a bundle is imported into. */
export type ImportInstance = {
  database: Database
  files: FileStore
  chains: readonly Chain[]
  configuration: Pick<Configuration, 'data_folder'>
  clock: () => Date
}

/**
 * Returns the collection that a bundle is imported for, once its key, factory, order and texts are
 * those that this instance takes. Throws `BundleError`, and nothing was written then.
 */
export async function acceptBundle(
  instance: ImportInstance,
  bundle: CheckedBundle,
  key: string | null,
): Promise<{ chain: Chain; target: ImportTarget }> {
  requireKey(instance, bundle, key)
  const chain = await requireFactory(instance, bundle)
  const target = await requireTarget(instance, bundle, chain)
  await requireRevealedOrder(instance, bundle, target)
  const faults = findTextFaults(bundle.collection, bundle.works)
  if (faults.length > 0) throw new BundleError(faults)
  return { chain, target }
}

function requireKey(
  { configuration }: ImportInstance,
  { manifest: { public_key, site } }: CheckedBundle,
  key: string | null,
): void {
  const expected = key ?? loadBundleKey(configuration.data_folder).publicKey
  if (expected === public_key) return
  throw new BundleError([
    key === null
      ? `The bundle is signed by ${public_key} and names the site ${site}. Compare the key with ${site}/api/bundle-key, and repeat with --key ${public_key}.`
      : `The bundle is signed by ${public_key}, which is not the key of --key: it was not written by that site.`,
  ])
}

/** Finds the network of a bundle, whose factory must be named here and have the expected code. */
async function requireFactory(
  { chains }: ImportInstance,
  { collection: { chain_id, factory } }: CheckedBundle,
): Promise<Chain> {
  const chain = chains.find(({ id }) => id === chain_id)
  if (!chain?.contracts) {
    throw new BundleError([
      `This instance has no network with chain id ${chain_id} and contracts. Add it to the configuration.`,
    ])
  }
  const isNamed = chain.contracts.factories.some((one) => one === factory)
  if (!isNamed) {
    throw new BundleError([
      `The collection was made by the factory ${factory}, which this instance does not follow. Add it to factories of the network ${chain.alias}, start the program again, and repeat once the network is read.`,
    ])
  }
  if (chain.stack === 'zk') return chain
  const code = await getCode(chain.client, { address: factory }).catch(
    (cause: unknown) => {
      throw new BundleError([`The node of ${chain.name} does not answer. Try again.`], {
        cause,
      })
    },
  )
  if (isFactoryCode(code ?? '0x')) return chain
  throw new BundleError([
    `The code at ${factory} on ${chain.name} is not that of the factory of this version. Nothing was imported.`,
  ])
}

async function requireTarget(
  { database }: ImportInstance,
  { collection }: CheckedBundle,
  chain: Chain,
): Promise<ImportTarget> {
  const target = await findImportTarget(database, chain.id, collection.address)
  if (!target) {
    throw new BundleError([
      `The index of ${chain.name} has no collection at ${collection.address} yet. Wait until the network is read, and repeat.`,
    ])
  }
  if (target.deleted_at) {
    throw new BundleError([
      `Its owner has deleted the page of ${target.name} here, and it stays so.`,
    ])
  }
  return target
}

/** Compares the order of a revealed set with the hash that the reveal put on the chain. */
async function requireRevealedOrder(
  { database }: ImportInstance,
  bundle: CheckedBundle,
  target: ImportTarget,
): Promise<void> {
  const { collection, works } = bundle
  if (collection.art?.shown !== 'at_reveal') return
  if (works.every(({ revealed_id }) => revealed_id === null)) return
  const published = await findRevealedHash(database, target.id)
  const lines = readSetManifest(String(await bundle.read(paths.set)))
  const shuffled = works
    .flatMap(({ revealed_id }, index) => {
      const line = lines[index]
      if (!line || revealed_id === null) return []
      return [[revealed_id, line[1], line[2], line[3]] as const]
    })
    .sort(([one], [other]) => one - other)
  const hash = `0x${hashSetManifest(formatSetManifest(shuffled))}`
  if (published === hash) return
  throw new BundleError([
    `${paths.works}: the order of its works is not the one that the reveal put on the chain.`,
  ])
}
