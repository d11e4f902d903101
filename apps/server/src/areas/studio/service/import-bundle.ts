import { join } from 'node:path'
import { isFactoryCode } from '@platemark/abi/deploy'
import { Problem } from '@platemark/api/problem'
import { draftFields } from '@platemark/api/studio'
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
import { storeMaster, workLimits } from '../../../files/masters.ts'
import { findCreation } from '../../collections/service.ts'
import { openLatePhases } from '../../indexing/service.ts'
import { listAnnouncedLists } from '../../metadata/service.ts'
import { paths } from '../exit/bundle-format.ts'
import { rebuildList } from '../exit/bundle-list.ts'
import { findTextFaults } from '../exit/check-bundle-texts.ts'
import {
  BundleError,
  type CheckedBundle,
  listPath,
  openBundle,
} from '../exit/read-bundle.ts'
import { loadBundleKey } from '../exit/signing-key.ts'
import {
  findImportTarget,
  type ImportTarget,
  insertImportedDraft,
  setShown,
  updateImportedPage,
} from '../queries/imports.ts'
import { insertListPiece } from '../queries/lists.ts'
import { insertLiveList } from '../queries/live-lists.ts'
import { findRevealedHash, setRevealedIds } from '../queries/reveals.ts'
import { replaceSet } from '../queries/sets.ts'
import { packJson } from '../uploads/set-source.ts'
import { withUploadFolder } from '../uploads/upload-folder.ts'

export { BundleError }

/** Instance that a bundle is imported into. */
export type ImportInstance = {
  database: Database
  files: FileStore
  chains: readonly Chain[]
  configuration: Pick<Configuration, 'data_folder'>
  clock: () => Date
}

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
    requireKey(instance, bundle, key)
    const chain = await requireFactory(instance, bundle)
    const target = await requireTarget(instance, bundle, chain)
    await requireRevealedOrder(instance, bundle, target)
    const faults = findTextFaults(bundle.collection, bundle.works)
    if (faults.length > 0) throw new BundleError(faults)
    const stored_files = await storeFiles(instance, bundle)
    const lists = await storeLists(instance, bundle, target)
    await writeRows(instance, bundle, target)
    return {
      ...{ name: target.name, chain_alias: chain.alias, address: target.address },
      ...{ works: bundle.works.length, lists, stored_files },
      kept_page: target.updated_by !== null,
    }
  } finally {
    bundle.close()
  }
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

/** Stores what is not here yet, each file through the checks of an upload. */
async function storeFiles(
  { files, configuration }: ImportInstance,
  bundle: CheckedBundle,
): Promise<number> {
  let stored = 0
  await withUploadFolder({ configuration }, async (folder) => {
    for (const { path } of bundle.manifest.files) {
      if (!path.startsWith('files/')) continue
      const name = path.slice(6)
      if (await files.has(name)) continue
      const target = join(folder, name)
      await bundle.extract(path, target)
      const master = await storeMaster(files, target, workLimits, {
        keepsCameraData: true,
      }).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
        throw new BundleError([`${path}: ${error.message}`], { cause: error })
      })
      if (master.name !== name) {
        throw new BundleError([
          `${path}: it has bytes that are not stored, so it is not what a site of Platemark wrote.`,
        ])
      }
      stored += 1
    }
  })
  return stored
}

/** Stores the lists that the chain has, with all their proofs. */
async function storeLists(
  { database, files, clock }: ImportInstance,
  bundle: CheckedBundle,
  target: ImportTarget,
): Promise<number> {
  const announced = await listAnnouncedLists(database, target.id)
  let stored = 0
  for (const { root, content_hash } of announced) {
    const path = listPath(content_hash)
    if (!bundle.has(path)) continue
    const bytes = await bundle.read(path)
    const list = rebuildList(bytes)
    if ('problem' in list) throw new BundleError([`${path}: ${list.problem}`])
    if (list.built.root !== root) {
      throw new BundleError([`${path}: the chain has another list with this hash.`])
    }
    await files.put(bytes, 'json')
    const { terms, entries } = list.built
    await insertLiveList(database, {
      ...{ root, content_hash, terms, entries, collection_id: target.id },
      ...{ chain_id: target.chain_id, now: clock() },
    })
    for (const part of list.pieces) {
      if (!('root' in part)) await insertListPiece(database, root, part)
    }
    stored += 1
  }
  return stored
}

/** Writes page, set and phases in one transaction, after all files are there. */
async function writeRows(
  { database, files, clock }: ImportInstance,
  bundle: CheckedBundle,
  target: ImportTarget,
): Promise<void> {
  const { collection } = bundle
  const creation = await findCreation(database, target.id)
  const now = clock()
  const { art, description, links, phases } = collection
  const publicPhase = phases.find(({ kind }) => kind === 'public')
  const manifest_file = art && (await storeSetManifest(files, bundle, art.set_hash))
  const empty = await packJson([])
  const noReport = await packJson({ problems: [], notices: [], described_by: [] })
  await database.transaction().execute(async (transaction) => {
    if (target.updated_by === null) {
      await updateImportedPage(
        transaction,
        target.id,
        {
          ...{ description, links, alias: collection.alias },
          ...{ image_file: collection.image, animation_file: collection.animation },
          ...{ cover_file: collection.cover, visibility: collection.visibility },
        },
        now,
      )
    }
    if (!target.has_draft && creation?.salt) {
      await insertImportedDraft(transaction, {
        ...{ id: target.id, owner: creation.creator, chain_id: target.chain_id },
        ...{ alias: collection.alias, salt: creation.salt },
        ...{ predicted_address: target.address, collection_id: target.id },
        ...{ image_file: collection.image, animation_file: collection.animation },
        ...{ cover_file: collection.cover, visibility: collection.visibility },
        fields: JSON.stringify(toFields(bundle)),
        ...{ created_at: now, updated_at: now },
      })
    }
    if (art && manifest_file) {
      if (target.manifest_file !== manifest_file) {
        await replaceSet(
          transaction,
          {
            ...{ contract_id: target.id, user_id: target.id, upload_id: null },
            ...{ origin: 'folder', files: empty, report: noReport, texts_file: null },
            ...{ corrections: [], accepted: [], works: bundle.works.length },
            ...{ problem_count: 0, manifest_file, changed_at: now },
          },
          bundle.works.map(({ revealed_id: _, attributes, ...work }, index) => ({
            ...work,
            attributes: attributes.map(({ display_type, ...attribute }) => ({
              ...attribute,
              ...(display_type && { display_type }),
            })),
            source: { file: paths.works, line: index + 1 },
          })),
        )
      }
      await setShown(transaction, target.id, art.shown)
      const order = bundle.works.flatMap(({ token_id, revealed_id }) =>
        revealed_id === null ? [] : [{ token_id, revealed_id }],
      )
      await setRevealedIds(transaction, target.id, order)
    }
    await openLatePhases(transaction, {
      ...{ id: target.id, chain_id: target.chain_id, address: collection.address },
      ...{ publicTitle: publicPhase?.title, now },
    })
  })
}

async function storeSetManifest(
  files: FileStore,
  bundle: CheckedBundle,
  setHash: string,
): Promise<string> {
  return files.putDerived(setHash, 'manifest', 'bin', await bundle.read(paths.set))
}

/** Returns the fields of a draft from which a new index takes page and title. */
function toFields({ collection }: CheckedBundle): Record<string, unknown> {
  const { art, description, links, phases } = collection
  const page = {
    ...{ description, links, art: art ? 'set' : 'one' },
    ...(art && { shown: art.shown }),
  }
  const open = phases.flatMap(({ kind, minted: _, list_root: __, ...phase }) =>
    kind === 'public' ? [{ ...phase, kind }] : [],
  )
  const whole = { ...page, phases: open }
  // Terms of a contract may be others than a draft can have.
  const isWhole = draftFields.safeParse({ ...whole, chain_alias: 'any' }).success
  return isWhole ? whole : page
}
