import { join } from 'node:path'
import { Problem } from '@platemark/api/problem'
import { draftFields } from '@platemark/api/studio'
import type { FileStore } from '../../../files/file-store.ts'
import { storeMaster, workLimits } from '../../../files/masters.ts'
import { findCreation } from '../../collections/service.ts'
import { openLatePhases } from '../../indexing/service.ts'
import { listAnnouncedLists } from '../../metadata/service.ts'
import {
  type ImportTarget,
  insertImportedDraft,
  setShown,
  updateImportedPage,
} from '../queries/imports.ts'
import { insertListPiece } from '../queries/lists.ts'
import { insertLiveList } from '../queries/live-lists.ts'
import { setRevealedIds } from '../queries/reveals.ts'
import { replaceSet } from '../queries/sets.ts'
import { packJson } from '../uploads/set-source.ts'
import { withUploadFolder } from '../uploads/upload-folder.ts'
import type { ImportInstance } from './accept-bundle.ts'
import { paths } from './bundle-format.ts'
import { rebuildList } from './bundle-list.ts'
import { BundleError, type CheckedBundle, listPath } from './read-bundle.ts'

/**
 * Stores files and lists of an accepted bundle, and then its rows; returns how many files were not
 * here yet, and how many lists it has. Throws `BundleError`, and `StorageProblem`.
 */
export async function storeBundle(
  instance: ImportInstance,
  bundle: CheckedBundle,
  target: ImportTarget,
): Promise<{ files: number; lists: number }> {
  const files = await storeFiles(instance, bundle)
  const lists = await storeLists(instance, bundle, target)
  await writeRows(instance, bundle, target)
  return { files, lists }
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
