import type { CollectionArt } from '@platemark/api/art'
import { Problem } from '@platemark/api/problem'
import { insertContractAddress } from '@platemark/rules/contract-uri'
import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { absoluteFileUrl } from '../../../http/file-host.ts'
import { consumeLimit } from '../../../http/rate-limits.ts'
import {
  type CollectionPath,
  findCommitment,
  locateCollection,
} from '../../collections/service.ts'
import { metadataUrl } from '../draft-creation.ts'
import { type ArchiveRow, findArchive } from '../queries/archives.ts'
import { listSetFacts } from '../queries/sets.ts'
import { type ArchiveComputer, waitForArchive } from './compute-archives.ts'
import { archiveFileName } from './prepare-archive.ts'
import { type Art, readArt } from './read-art.ts'
import { baseUriOfArt } from './write-art.ts'

type Located = Awaited<ReturnType<typeof locateCollection>>

/** Kind and place of the art of a collection, before its files are looked at. */
type Placed = Located & Pick<CollectionArt, 'art' | 'state' | 'works' | 'is_car_withheld'>

/**
 * Describes the files of a collection for everyone, with their addresses where these were
 * computed. Throws `unknown_chain`, `not_found` and `blocked`.
 */
export async function describeArt(
  context: AppContext,
  computer: ArchiveComputer,
  path: CollectionPath,
): Promise<CollectionArt> {
  const placed = await placeArt(context, await locateCollection(context, path))
  const stored = hasFiles(placed)
    ? await findArchive(context.database, placed.row.id)
    : undefined
  if (!stored) return toReply(context, placed)
  const art = await readPlaced(context, placed)
  if (art.source_hash === stored.source_hash) return toReply(context, placed, { stored })
  return toReply(context, placed, { readWorks: computer.find(art)?.readWorks })
}

/**
 * Computes the addresses of the files of a collection, unless they are known, and describes them.
 * Throws `unknown_chain`, `not_found`, `blocked`, `too_many_requests`, `busy` and
 * `storage_unavailable`.
 */
export async function computeArt(
  context: AppContext,
  computer: ArchiveComputer,
  path: CollectionPath,
  client: string,
): Promise<CollectionArt> {
  const { database, configuration, clock } = context
  const { limits, rate_limit_scale } = configuration
  await consumeLimit(database, {
    key: `art:${client}`,
    limit: limits.art_per_client * rate_limit_scale,
    seconds: 60,
    now: clock(),
  })
  const placed = await placeArt(context, await locateCollection(context, path))
  if (!hasFiles(placed)) return toReply(context, placed)
  const art = await readPlaced(context, placed)
  // An image that is missing has no address yet.
  if (art.works.some(({ file }) => file === null)) return toReply(context, placed)
  const found = await findArchive(database, placed.row.id)
  if (found?.source_hash === art.source_hash)
    return toReply(context, placed, { stored: found })
  const { row: stored, readWorks } = await waitForArchive(computer, art, { client })
  return toReply(context, placed, stored ? { stored } : { readWorks })
}

/**
 * Finds the archive of a collection that everyone may load, by its address. Throws `unknown_chain`,
 * `blocked`, and `not_found` also where the works were changed or are not all public.
 */
export async function findPublicArchive(
  context: AppContext,
  path: CollectionPath,
  root: string,
): Promise<ArchiveRow> {
  const placed = await placeArt(context, await locateCollection(context, path))
  const stored = await findArchive(context.database, placed.row.id)
  if (!hasFiles(placed) || placed.is_car_withheld || stored?.root !== root) {
    throw new Problem('not_found', 'This collection does not have this file.')
  }
  return stored
}

async function placeArt(context: AppContext, located: Located): Promise<Placed> {
  const { row } = located
  const [facts] = await listSetFacts(context.database, [row.id])
  const commitment = await findCommitment(context.database, row.id)
  if (facts?.shown) {
    const { shown, works } = facts
    const isHidden = shown === 'at_reveal' && !commitment.was_revealed
    const is_car_withheld = !isHidden && shown !== 'at_once' && row.minted < works
    const state = isHidden ? 'hidden' : 'shown'
    return { ...located, art: 'set', state, works, is_car_withheld }
  }
  const none = { ...located, works: 0, is_car_withheld: false }
  if (commitment.provenance_hash !== null) {
    const state = commitment.was_revealed ? 'absent' : 'hidden'
    return { ...none, art: 'set', state }
  }
  return row.image_file === null
    ? { ...none, art: 'drawn', state: 'shown' }
    : { ...none, art: 'one', state: 'shown', works: 1 }
}

function hasFiles({ art, state }: Placed): boolean {
  return art !== 'drawn' && state === 'shown'
}

function readPlaced({ database }: AppContext, { row, art }: Placed): Promise<Art> {
  const { id: contract_id, name, description } = row
  const kind = art === 'one' ? 'one' : 'set'
  return readArt(database, { contract_id, art: kind, name, description })
}

function toReply(
  context: AppContext,
  { chain, row, art, state, works, is_car_withheld }: Placed,
  found: { stored?: ArchiveRow; readWorks?: number | undefined } = {},
): CollectionArt {
  const { stored, readWorks } = found
  return {
    ...{ art, state, works, is_car_withheld },
    site_base_uri: insertContractAddress(metadataUrl(context, chain), row.address),
    site_files_url: absoluteFileUrl(context.configuration, '/files/'),
    is_computed: stored !== undefined,
    // Safe: computed as a hash.
    manifest_hash: (stored?.manifest_hash ?? null) as CollectionArt['manifest_hash'],
    root: stored?.root ?? null,
    base_uri: stored ? baseUriOfArt(stored.art, stored.root) : null,
    car: stored && !is_car_withheld ? toCar(chain, row, stored) : null,
    computing: readWorks === undefined ? null : { read_works: readWorks },
  }
}

function toCar(
  { alias }: Chain,
  { address }: Located['row'],
  { root, name, bytes }: ArchiveRow,
): CollectionArt['car'] {
  return {
    download_url: `/api/contract/${alias}/${address}/art/${root}.car`,
    file_name: archiveFileName(name),
    size: Number(bytes),
  }
}
