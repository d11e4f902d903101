import { Problem } from '@platemark/api/problem'
import { type Address, isHex } from 'viem'
import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'
import {
  findCommitment,
  findCreation,
  type OwnCollection,
} from '../../collections/service.ts'
import { listAnnouncedLists } from '../../metadata/service.ts'
import { readArt } from '../archive/read-art.ts'
import { writeArt } from '../archive/write-art.ts'
import { findArchive } from '../queries/archives.ts'
import { findSet } from '../queries/sets.ts'
import { readManifest, type StoredManifest } from '../reveal/read-manifest.ts'
import type { BundleCollection } from './bundle-format.ts'

/** Facts of a collection that its bundle holds, and the manifest of its set. */
export type DescribedExit = {
  collection: BundleCollection
  set: StoredManifest | undefined
}

/**
 * Describes a collection for its bundle; `report` is called for each work whose file was read to
 * compute the address of the set. Throws `storage_unavailable`.
 */
export async function describeCollectionFile(
  context: AppContext,
  { own, chain, block }: { own: OwnCollection; chain: Chain; block: number },
  report: () => void,
): Promise<DescribedExit> {
  const { database } = context
  const creation = await findCreation(database, own.id)
  const { factory } = await findCommitment(database, own.id)
  const lists = await listAnnouncedLists(database, own.id)
  if (!creation || !chain.contracts) throw new Problem('not_found')
  const set = await readManifest(context, own.id)
  const collection: BundleCollection = {
    ...{ chain_id: chain.id, address: toAccount(own.address) },
    factory: toAccount(factory ?? chain.contracts.factory),
    creator: toAccount(creation.creator),
    owner: toAccount(own.owner),
    salt: creation.salt !== null && isHex(creation.salt) ? creation.salt : null,
    block_number: block,
    ...{ kind: own.kind, name: own.name, symbol: own.symbol, alias: own.alias },
    ...{ visibility: own.visibility, description: own.description },
    links: {
      website: own.links.website ?? null,
      x: own.links.x ?? null,
      discord: own.links.discord ?? null,
      instagram: own.links.instagram ?? null,
      farcaster: own.links.farcaster ?? null,
    },
    image: own.image_file,
    animation: own.animation_file,
    cover: own.cover_file,
    phases: own.phases.map(({ list, ...phase }) => ({
      ...phase,
      list_root: list && toHash(list.root),
    })),
    lists: lists.map(({ root, content_hash }) => ({
      root: toHash(root),
      content_hash: toHash(content_hash),
    })),
    art: set ? await describeArt(context, own, set, report) : null,
  }
  return { collection, set }
}

async function describeArt(
  { database, files }: AppContext,
  { id, name, description }: OwnCollection,
  { set_hash }: StoredManifest,
  report: () => void,
): Promise<NonNullable<BundleCollection['art']>> {
  const set = await findSet(database, id)
  if (!set?.shown) throw new Problem('not_found')
  const art = await readArt(database, {
    ...{ contract_id: id, art: 'set' as const, name, description },
  })
  const { shown, works } = set
  const facts = { shown, works, set_hash }
  if (art.works.length === 0) return { ...facts, car_root: null }
  const known = await findArchive(database, id)
  if (known?.source_hash === art.source_hash) return { ...facts, car_root: known.root }
  const blocks = writeArt(files, art, report)
  let next = await blocks.next()
  while (!next.done) next = await blocks.next()
  return { ...facts, car_root: next.value }
}

function toAccount(text: string): Address {
  // Safe: the table checks addresses; this only lowers the case.
  return text.toLowerCase() as Address
}

function toHash(text: string): `0x${string}` {
  // Safe: roots and hashes of lists come from the chain.
  return text.toLowerCase() as `0x${string}`
}
