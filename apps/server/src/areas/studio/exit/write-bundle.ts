import { MAX_SNAPSHOT_HOLDERS } from '@platemark/api/list-limits'
import { Problem } from '@platemark/api/problem'
import { writeCsv } from '@platemark/rules/write-csv'
import type { Chain } from '../../../configuration/chains.ts'
import { readStored } from '../../../files/file-store.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import {
  type OwnCollection,
  readHoldersAt,
  toChecksumAddress,
} from '../../collections/service.ts'
import type { StatementWriter } from '../../earnings/service/write-statement.ts'
import {
  findPlaced,
  getContractMetadata,
  toTokenMetadata,
} from '../../metadata/service.ts'
import { listArchivedWorks } from '../queries/archives.ts'
import { findConfirmedNumber } from '../queries/deployments.ts'
import { listAllWorks, type WorkRecord } from '../queries/sets.ts'
import { type BundleFile, paths, writeBundleManifest } from './bundle-format.ts'
import { type BundleZip, createBundleZip } from './bundle-zip.ts'
import { type DescribedExit, describeCollectionFile } from './describe-collection-file.ts'
import type { BundleKey } from './signing-key.ts'

/** Collection to write, for its owner. */
export type ExitTask = {
  own: OwnCollection
  chain: Chain
  session: Session
  /** Text of a reveal file that goes with it. */
  revealFile: string | undefined
}

export type ExitTools = {
  context: AppContext
  key: BundleKey
  writeStatement: StatementWriter
  /** Called before each step. Throws to end the run. */
  report(done: number, total: number): void
}

/**
 * Writes the bundle of a collection to `target`: the same bytes for the same content. It holds
 * the texts of a set and a part of one file in memory. Throws `storage_unavailable` and errors of
 * the disk, and leaves then a file that is no archive.
 */
export async function writeBundle(
  { context, key, writeStatement, report }: ExitTools,
  { own, chain, session, revealFile }: ExitTask,
  target: string,
): Promise<void> {
  const works = await listAllWorks(context.database, own.id)
  const stored = listStored(own, works)
  // Works are read once for their address and once for the archive.
  const total = 2 * works.length + stored.length + own.phases.length + 8
  let done = 0
  const step = () => report(Math.min(done++, total), total)
  step()
  const block = await findConfirmedNumber(context.database, chain.id)
  const described = await describeCollectionFile(context, { own, chain, block }, step)
  const zip = createBundleZip(target)
  const files: BundleFile[] = []
  const add = async (adding: Promise<BundleFile>) => {
    files.push(await adding)
    step()
  }
  try {
    await addTexts(context, zip, add, { described, works })
    for (const name of stored) {
      await add(zip.add(`files/${name}`, readStored(context.files, name), false))
    }
    await addMetadata(context, zip, add, { own, chain })
    const holders = await writeHolders(context, own, block)
    await add(zip.addText(paths.holders, holders))
    const statement = await writeStatement(session, {
      ...{ contract_id: own.id, format: 'csv' },
    })
    await add(zip.add(paths.earnings, statement.content))
    if (revealFile !== undefined) await add(zip.addText(paths.reveal, revealFile))
    const manifest = Buffer.from(
      writeBundleManifest({
        site: context.configuration.public_url,
        chain_id: chain.id,
        address: described.collection.address,
        name: own.name,
        public_key: key.publicKey,
        files,
      }),
    )
    await zip.addText(paths.manifest, manifest)
    await zip.add(paths.signature, [key.sign(manifest)], false)
    await zip.addText(paths.publicKey, key.publicPem)
    await zip.end()
  } catch (error) {
    await zip.abort(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

type Add = (adding: Promise<BundleFile>) => Promise<void>

type Texts = { described: DescribedExit; works: WorkRecord[] }

async function addTexts(
  { files }: AppContext,
  zip: BundleZip,
  add: Add,
  { described: { collection, set }, works }: Texts,
): Promise<void> {
  await add(zip.addText(paths.collection, `${JSON.stringify(collection, null, 2)}\n`))
  for (const { content_hash } of collection.lists) {
    const name = `${content_hash.slice(2)}.json`
    // A list that was deployed without this site has no file here.
    if (await files.has(name))
      await add(zip.add(`lists/${name}`, readStored(files, name)))
  }
  if (!set) return
  await add(zip.addText(paths.set, set.text))
  await add(zip.add(paths.works, writeWorks(works)))
}

/** Yields a line for each work, with its fields in a fixed order. */
function* writeWorks(works: readonly WorkRecord[]): Generator<string> {
  for (const work of works) {
    const { token_id, name, description, external_url, file, animation_file } = work
    const { uploaded_sha256, width, height, attributes, revealed_id } = work
    yield `${JSON.stringify({
      ...{ token_id, name, description, external_url, file, animation_file },
      ...{ uploaded_sha256, width, height, attributes, revealed_id },
    })}\n`
  }
}

/** Adds the metadata of collection and tokens as this site serves it. */
async function addMetadata(
  context: AppContext,
  zip: BundleZip,
  add: Add,
  { own, chain }: { own: OwnCollection; chain: Chain },
): Promise<void> {
  const path = { chain_alias: chain.alias, contract_address: own.address }
  const contract = await getContractMetadata(context, path)
  await add(zip.addText(paths.contract, JSON.stringify(contract)))
  const placed = await findPlaced(context, path)
  for (const work of await listArchivedWorks(context.database, own.id)) {
    const token = toTokenMetadata(context, placed, BigInt(work.token_id), work)
    await add(zip.addText(`metadata/${work.token_id}`, JSON.stringify(token)))
  }
}

async function writeHolders(
  { database }: AppContext,
  { id }: OwnCollection,
  block: number,
): Promise<string> {
  const limit = MAX_SNAPSHOT_HOLDERS
  const holders = await readHoldersAt(database, id, { block, limit })
  if (!holders) throw new Problem('busy', undefined, { retryAfter: 60 })
  const rows = holders.map(({ owner, quantity }) => [toChecksumAddress(owner), quantity])
  return writeCsv([['wallet', 'tokens'], ...rows])
}

/** Lists the stored files of a collection, each once. */
function listStored(
  { image_file, animation_file, cover_file }: OwnCollection,
  works: readonly WorkRecord[],
): string[] {
  const names = [
    ...[image_file, animation_file, cover_file],
    ...works.flatMap((work) => [work.file, work.animation_file]),
  ]
  return [...new Set(names.filter((name) => name !== null))]
}
