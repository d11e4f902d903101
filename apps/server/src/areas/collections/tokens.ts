import type {
  CursorMeta,
  OwnToken,
  ReadMeta,
  Token,
} from '@platemark/api/collection-reads'
import { perPage } from '@platemark/api/lists'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { fileUrl, pictureUrls } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { type Paging, parseCursor, readPage, writeCursor } from '../../http/pagination.ts'
import { tokenName } from '../metadata/service.ts'
import { plateSeed, toChecksumAddress } from './cards.ts'
import { readChains } from './chains.ts'
import { findQuantity } from './queries/holders.ts'
import {
  findNextCollectionId,
  listOwnTokens,
  type OwnTokenCursor,
  type OwnTokenRow,
} from './queries/own-tokens.ts'
import { withStatementTimeout } from './queries/read-indexes.ts'
import {
  type FirstMint,
  findBurned,
  findTokenId,
  listFirstMints,
  listTokenRows,
  type TokenFilter,
  type TokenRow,
} from './queries/tokens.ts'
import { listShownWorks, type ShownWork } from './queries/works.ts'
import { type CollectionPath, locateCollection } from './service.ts'

type TokenQuery = Paging & {
  owner?: string | undefined
  order?: TokenFilter['order'] | undefined
}

/** Lists the tokens of a collection, optionally of one owner. Throws as `listHolders`. */
export async function listTokens(
  context: AppContext,
  place: CollectionPath,
  { owner: address, order = 'oldest', ...paging }: TokenQuery,
): Promise<{ data: Token[]; meta: ReadMeta }> {
  const { chain, row } = await locateCollection(context, place)
  const owner = address?.toLowerCase()
  return withStatementTimeout(context.database, async (database) => {
    const quantity =
      owner === undefined
        ? row.minted - (await findBurned(database, row.id))
        : await findQuantity(database, row.id, owner)
    const isEdition = row.kind === 'edition'
    const filter = { collectionId: row.id, owner, order }
    const total = isEdition ? Math.min(quantity, 1) : quantity
    const { rows, meta } = await readPage<number, ShownToken>(paging, total, {
      decode: (cursor) => (/^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined),
      encode: ({ token_id }) => token_id,
      find: (skipped) => (isEdition ? undefined : findTokenId(database, filter, skipped)),
      list: async (from, limit) => {
        if (!isEdition) return listTokenRows(database, filter, from, limit)
        return total > 0 && (from ?? 1) === 1 ? listEdition(database, row.id) : []
      },
    })
    const works = await readWorks(
      database,
      rows.map(({ token_id }) => ({ collection_id: row.id, token_id })),
    )
    const data = rows.map((token) => {
      const work = works(row.id, token.token_id)
      const shown = { ...token, quantity, owner: owner ?? token.owner, work }
      return toToken(chain, { ...row, ...shown })
    })
    return { data, meta }
  })
}

/** Lists the single token of an edition, which has no sole owner. */
async function listEdition(
  database: Database,
  collectionId: string,
): Promise<ShownToken[]> {
  const mints = await listFirstMints(database, [collectionId])
  return [...mints.values()].map((mint) => ({ ...mint, token_id: '1', owner: null }))
}

/** Collections scanned for one page, because all of them may be unlisted. */
const MAX_SCANNED_COLLECTIONS = 200

/** Lists an account's tokens in listed collections. Throws `validation_failed`. */
export async function listTokensOfOwner(
  context: AppContext,
  {
    owner: address,
    cursor,
    chain: asked,
  }: { owner: string; cursor?: string | undefined; chain?: string | undefined },
  most = MAX_SCANNED_COLLECTIONS,
): Promise<{ data: OwnToken[]; meta: CursorMeta }> {
  const chains = readChains(context, asked)
  const owner = address.toLowerCase()
  const from = cursor === undefined ? undefined : parseCursor(cursor, parseOwnTokenCursor)
  const { rows, mints, works, before } = await withStatementTimeout(
    context.database,
    (transaction) => readOwn(transaction, chains, { owner, from, most }),
  )
  const data = rows.slice(0, perPage).flatMap((row) => {
    const chain = chains.find(({ id }) => id === row.chain_id)
    const mint = firstMintOf(row) ?? mints.get(row.collection_id)
    if (!chain || !mint) return []
    const { name, alias, kind } = row
    const collection = { name, alias, kind }
    const work = works(row.collection_id, row.token_id)
    return [{ ...toToken(chain, { ...row, ...mint, owner, work }), collection }]
  })
  const next = rows[perPage] ?? (before && { collection_id: before, token_id: '0' })
  const next_cursor = next ? writeCursor(`${next.collection_id}.${next.token_id}`) : null
  return { data, meta: { per_page: perPage, next_cursor } }
}

async function readOwn(
  database: Database,
  chains: Chain[],
  {
    owner,
    from,
    most,
  }: { owner: string; from: OwnTokenCursor | undefined; most: number },
) {
  const listed = chains.map(({ id, confirmations }) => ({
    id,
    confirmations,
    usdPerWei: null,
  }))
  // The start of the next page is fixed first, so that tokens received meanwhile are not
  // skipped.
  const before = await findNextCollectionId(database, owner, from, most)
  const span = { from, before }
  const rows = await listOwnTokens(database, listed, owner, span, perPage + 1)
  const editions = rows.filter(({ kind }) => kind === 'edition')
  const mints = await listFirstMints(
    database,
    editions.map(({ collection_id }) => collection_id),
  )
  const works = await readWorks(database, rows)
  return { rows, mints, works, before }
}

function parseOwnTokenCursor(cursor: string): OwnTokenCursor | undefined {
  const [, collection_id, token] = ownTokenCursor.exec(cursor) ?? []
  return collection_id && token ? { collection_id, token_id: Number(token) } : undefined
}

const ownTokenCursor = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})$/

function firstMintOf({ minted_at, mint_tx }: OwnTokenRow): FirstMint | undefined {
  return minted_at && mint_tx ? { minted_at, mint_tx } : undefined
}

/** Reads the works of tokens, and returns the function that finds one. */
async function readWorks(
  database: Database,
  tokens: readonly { collection_id: string; token_id: string }[],
): Promise<(collectionId: string, tokenId: string) => ShownWork | undefined> {
  const works = new Map(
    (await listShownWorks(database, tokens)).map((work) => [
      `${work.collection_id} ${work.token_id}`,
      work,
    ]),
  )
  return (collectionId, tokenId) => works.get(`${collectionId} ${tokenId}`)
}

type ShownToken = Pick<TokenRow, 'token_id' | 'minted_at' | 'mint_tx'> & {
  owner: string | null
}

type TokenFields = ShownToken &
  Pick<
    OwnTokenRow,
    'kind' | 'name' | 'address' | 'image_file' | 'animation_file' | 'quantity'
  > & {
    work?: ShownWork | undefined
  }

/** Maps fields of a token to the API's token. */
export function toToken(chain: Chain, facts: TokenFields): Token {
  const { address, kind, owner, token_id, work } = facts
  const image_file = work?.file ?? facts.image_file
  const { animation_file } = work ?? facts
  return {
    chain_alias: chain.alias,
    contract_address: toChecksumAddress(address),
    token_id,
    name: work?.name ?? tokenName(facts, token_id),
    image: pictureUrls(image_file, plateSeed(chain, address)),
    animation_url: fileUrl(animation_file),
    owner: owner && toChecksumAddress(owner),
    quantity: kind === 'edition' ? facts.quantity : 1,
    minted_at: facts.minted_at.toISOString(),
    mint_tx: facts.mint_tx,
  }
}
