import { Problem } from '@platemark/api/problem'
import type { Chain } from '../../configuration/chains.ts'
import { pictureUrls } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { absoluteFileUrl } from '../../http/file-host.ts'
import { shownAlias } from '../collections/service.ts'
import {
  type DescribedCollection,
  findDescribedCollection,
  findTokenWork,
  listAnnouncedLists,
  type TokenWork,
} from './queries.ts'

export { listAnnouncedLists }

/** Supply counters of the contracts have 28 bits. */
const MAX_TOKEN_ID = 2n ** 28n - 1n

type CollectionPath = { chain_alias: string; contract_address: string }
type TokenPath = CollectionPath & { token_id: string }

/**
 * Returns ERC-721 or ERC-1155 metadata of a minted token, burned ones included; of a set that
 * is shown at once, of every token. Hidden collections are served too, because wallets and
 * markets show what people own.
 */
export async function getTokenMetadata(context: AppContext, path: TokenPath) {
  const { placed, id, work } = await findToken(context, path)
  return toTokenMetadata(context, placed, id, work)
}

/**
 * Returns the picture of a token as a stored file, null for the drawn one, and its own name, null
 * where it has the collection's. Throws like `getTokenMetadata`.
 */
export async function getTokenPicture(context: AppContext, path: TokenPath) {
  const { placed, work } = await findToken(context, path)
  return {
    image_file: work?.file ?? placed.collection.image_file,
    name: work?.name ?? null,
  }
}

/** Finds a token with what it shows, undefined for the picture of all. */
async function findToken(context: AppContext, path: TokenPath) {
  const placed = await findPlaced(context, path)
  const { collection } = placed
  const id = BigInt(path.token_id)
  const last = collection.kind === 'edition' ? 1n : BigInt(collection.minted)
  const isId = id >= 1n && id <= MAX_TOKEN_ID
  const work = isId
    ? await findTokenWork(context.database, collection.id, Number(id))
    : undefined
  const isMinted = id <= last
  if (!isId || !(isMinted || work?.is_shown_at_once)) {
    throw new Problem('not_found', 'This token does not exist.')
  }
  return { placed, id, work }
}

/** Returns the metadata of a token that shows this work; undefined: the picture of all. */
export function toTokenMetadata(
  context: AppContext,
  { chain, collection }: PlacedCollection,
  id: bigint,
  work: Omit<TokenWork, 'is_shown_at_once'> | undefined,
) {
  const { animation_file } = work ?? collection
  const fileUrl = (name: string) =>
    absoluteFileUrl(context.configuration, `/files/${name}`)
  return {
    name: work?.name ?? tokenName(collection, id),
    description: work?.description ?? collection.description,
    image: work?.file ? fileUrl(work.file) : imageUrl(context, chain, collection),
    ...(animation_file !== null && { animation_url: fileUrl(animation_file) }),
    external_url:
      work?.external_url ?? `${pageUrl(context, chain, collection)}?token=${id}`,
    attributes: work?.attributes ?? [],
  }
}

/** Returns a token's name; all copies of an edition share one. */
export function tokenName(
  { kind, name }: Pick<DescribedCollection, 'kind' | 'name'>,
  id: bigint | string,
): string {
  return kind === 'edition' ? name : `${name} #${id}`
}

/** Returns ERC-7572 metadata of a collection, with the URLs of its list files. */
export async function getContractMetadata(context: AppContext, path: CollectionPath) {
  const { chain, collection } = await findPlaced(context, path)
  const lists = await listAnnouncedLists(context.database, collection.id)
  const { public_url } = context.configuration
  return {
    name: collection.name,
    symbol: collection.symbol,
    description: collection.description,
    image: imageUrl(context, chain, collection),
    external_link: pageUrl(context, chain, collection),
    public_phase_title: collection.public_phase_title ?? '',
    lists: lists.map(({ root, content_hash }) => ({
      root,
      url: `${public_url}/lists/${content_hash.replace(/^0x/, '')}.json`,
    })),
  }
}

type PlacedCollection = { chain: Chain; collection: DescribedCollection }

/** Finds a collection with what its metadata contains. Throws `unknown_chain` and `not_found`. */
export async function findPlaced(
  { chains, database }: AppContext,
  path: CollectionPath,
): Promise<PlacedCollection> {
  const chain = chains.find(({ alias }) => alias === path.chain_alias)
  if (!chain) throw new Problem('unknown_chain')
  const address = path.contract_address.toLowerCase()
  const collection = await findDescribedCollection(database, chain.id, address)
  if (!collection) throw new Problem('not_found', 'This collection does not exist.')
  return { chain, collection }
}

function imageUrl(
  { configuration }: AppContext,
  chain: Chain,
  { image_file, address }: DescribedCollection,
): string {
  const { original_url } = pictureUrls(image_file, `${chain.alias}-${address}`)
  return absoluteFileUrl(configuration, original_url)
}

function pageUrl(
  { configuration }: AppContext,
  chain: Chain,
  collection: DescribedCollection,
): string {
  const name = shownAlias(collection) ?? collection.address
  return `${configuration.public_url}/collection/${chain.alias}/${name}`
}
