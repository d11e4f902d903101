import { randomInt } from 'node:crypto'
import type { PreparedMove } from '@platemark/api/move'
import { Problem } from '@platemark/api/problem'
import { insertContractAddress } from '@platemark/rules/contract-uri'
import type { Chain } from '../../../configuration/chains.ts'
import { pictureUrls } from '../../../files/images.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { consumeStudioLimit } from '../../../http/rate-limits.ts'
import type { Session } from '../../../http/session.ts'
import {
  findCommitment,
  findOwnCollection,
  type OwnCollection,
} from '../../collections/service.ts'
import { metadataUrl } from '../draft-creation.ts'
import { type ArchivedWork, findArchive } from '../queries/archives.ts'
import { listSetFacts } from '../queries/sets.ts'
import { checkGateway } from './check-gateway.ts'
import { type ArchiveComputer, waitForArchive } from './compute-archives.ts'
import { hashWorksOffThread } from './hash-works.ts'
import { type Art, readArt } from './read-art.ts'
import { refuseMove } from './refuse-move.ts'
import { baseUriOfArt, metadataPath, workName } from './write-art.ts'

type Caller = { session: Session; client: string }

/** A collection whose works are here, all of them with their images. */
type Movable = {
  collection: OwnCollection
  chain: Chain
  art: Art
  /** Works of tokens that are not minted yet are hidden so far. */
  hides_unminted: boolean
}

/** Tokens besides the first and the last. */
const RANDOM_TOKENS = 3

/**
 * Checks the address to which the metadata of a collection is to move: on IPFS that of its files,
 * which the configured gateway must serve unchanged for five tokens. Throws `not_found`, also for
 * other owners', `validation_failed` with a sentence, `unknown_chain`, `storage_unavailable`,
 * `busy` and `too_many_requests`.
 */
export async function prepareMove(
  context: AppContext,
  computer: ArchiveComputer,
  { session, client }: Caller,
  { id, to }: { id: string; to: 'ipfs' | 'site' },
): Promise<PreparedMove> {
  const collection = await findOwnCollection(context, session, id)
  if (!collection) throw new Problem('not_found', 'This collection does not exist.')
  const owner = { user: session.user_id, client }
  await consumeStudioLimit(context, 'preparation', owner)
  const movable = await findMovable(context, collection)
  const { art, chain } = movable
  const site = metadataUrl(context, chain)
  const works = art.works.length
  // This site answers no token of a hidden work before its mint.
  const isCut = to === 'site' && movable.hides_unminted
  const sample = pickTokens(isCut ? art.works.slice(0, collection.minted) : art.works)
  const reply = {
    ...{ works, read_works: works, checked_at: null },
    tokens: sample.map((work) => toToken(art, work, { movable, site, to })),
    shows_unminted: to === 'ipfs' && movable.hides_unminted,
  }
  if (to === 'site') {
    // Safe: computed as a hash.
    const manifest_hash = (await hashWorksOffThread(art)) as PreparedMove['manifest_hash']
    return { ...reply, state: 'ready', base_uri: site, manifest_hash }
  }
  const { row, readWorks } = await findRoot(context, computer, art, owner)
  if (!row) {
    const none = { base_uri: null, manifest_hash: null, tokens: [] }
    return { ...reply, ...none, state: 'computing', read_works: readWorks }
  }
  return {
    ...{ ...reply, state: 'ready', base_uri: baseUriOfArt(art.art, row.root) },
    manifest_hash: row.manifest_hash as PreparedMove['manifest_hash'],
    checked_at: await checkGateway(context, { art, root: row.root, works: sample }),
  }
}

async function findRoot(
  { database }: AppContext,
  computer: ArchiveComputer,
  art: Art,
  owner: { user: string; client: string },
) {
  const stored = await findArchive(database, art.contract_id)
  if (stored?.source_hash === art.source_hash) return { row: stored, readWorks: 0 }
  return waitForArchive(computer, art, owner)
}

async function findMovable(
  { chains, database }: AppContext,
  collection: OwnCollection,
): Promise<Movable> {
  const { id, name, description, minted } = collection
  const chain = chains.find((one) => one.id === collection.chain_id)
  if (!chain) throw new Problem('unknown_chain')
  const commitment = await findCommitment(database, id)
  if (commitment.provenance_hash !== null && !commitment.was_revealed)
    refuseMove('The works are hidden. Reveal them first. Then their files can move.')
  const [facts] = await listSetFacts(database, [id])
  const kind = facts?.shown ? 'set' : 'one'
  const art = await readArt(database, { contract_id: id, art: kind, name, description })
  const missing = art.works.filter(({ file }) => file === null).length
  if (art.works.length === 0 || missing > 0) refuseMove(describeMissing(kind, missing))
  const hides_unminted =
    kind === 'set' && facts?.shown !== 'at_once' && minted < art.works.length
  return { collection, chain, art, hides_unminted }
}

function describeMissing(kind: Art['art'], missing: number): string {
  if (kind === 'one')
    return 'This collection has no image of its own, so there are no files to move.'
  if (missing === 0)
    return 'This site does not have the works of the collection, so their files cannot move from here.'
  return `${missing === 1 ? '1 work has' : `${missing.toLocaleString('en')} works have`} no image here.`
}

/** Picks the first, the last and some others, in their order. */
function pickTokens(works: readonly ArchivedWork[]): ArchivedWork[] {
  const places = new Set([0, works.length - 1])
  while (places.size < Math.min(works.length, RANDOM_TOKENS + 2))
    places.add(randomInt(works.length))
  return [...places].sort((a, b) => a - b).flatMap((place) => works[place] ?? [])
}

function toToken(
  art: Art,
  work: ArchivedWork,
  { movable, site, to }: { movable: Movable; site: string; to: 'ipfs' | 'site' },
): PreparedMove['tokens'][number] {
  const { collection, chain } = movable
  const { url, small_url, medium_url, is_plate } = pictureUrls(
    work.file,
    `${chain.alias}-${collection.address}`,
  )
  const onSite = `${insertContractAddress(site, collection.address)}${work.token_id ?? 1}`
  return {
    ...{ token_id: work.token_id, name: workName(art, work) },
    image: { url, small_url, medium_url, is_plate },
    path: to === 'ipfs' ? metadataPath(work) : onSite,
  }
}
