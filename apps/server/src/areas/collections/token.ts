import type { TokenDetails } from '@platemark/api/collection-reads'
import { Problem } from '@platemark/api/problem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { toChecksumAddress } from './cards.ts'
import { findBurn } from './queries/activity.ts'
import type { CollectionRow } from './queries/collections.ts'
import { findCollectorProfile } from './queries/collector.ts'
import { type Commitment, findCommitment } from './queries/commitment.ts'
import { findQuantity } from './queries/holders.ts'
import { findToken } from './queries/one-token.ts'
import { withStatementTimeout } from './queries/read-indexes.ts'
import { findBurned, listFirstMints } from './queries/tokens.ts'
import { listShownWorks } from './queries/works.ts'
import { type CollectionPath, locateCollection } from './service.ts'
import { toToken } from './tokens.ts'

/**
 * Returns one token, burned ones included. Throws as `listHolders`, and `not_found` with
 * the range of existing ids.
 */
export async function getToken(
  context: AppContext,
  { token_id, ...place }: CollectionPath & { token_id: string },
): Promise<TokenDetails> {
  const { chain, row } = await locateCollection(context, place)
  const last = row.kind === 'edition' ? Math.min(row.minted, 1) : row.minted
  const id = BigInt(token_id)
  if (id < 1n || id > last) throw neverMinted(last)
  const details = await withStatementTimeout(context.database, (database) =>
    row.kind === 'edition'
      ? readEdition(database, chain, row)
      : readNumbered(database, chain, row, Number(id)),
  )
  if (!details) throw neverMinted(last)
  return details
}

function neverMinted(last: number): Problem {
  const data = {
    first_id: last > 0 ? '1' : null,
    last_id: last > 0 ? String(last) : null,
  }
  return new Problem('not_found', 'This token does not exist.', { data })
}

async function readNumbered(
  database: Database,
  chain: Chain,
  row: CollectionRow,
  id: number,
): Promise<TokenDetails | undefined> {
  const found = await findToken(database, row.id, id)
  if (!found) return undefined
  const { owner, minted_at, mint_tx } = found
  const burn = owner === null ? await findBurn(database, row.id, id) : undefined
  const shared = await readShared(database, row)
  const quantity = 1
  const token = { collection_id: row.id, token_id: String(id) }
  const [work] = await listShownWorks(database, [token])
  return {
    ...toToken(chain, {
      ...row,
      ...{ token_id: String(id), owner, minted_at, mint_tx, quantity, work },
    }),
    ...shared,
    ...(work && {
      description: work.description ?? shared.description,
      attributes: work.attributes.map(({ trait_type, value }) => ({
        ...{ trait_type, value: String(value), tokens: null },
      })),
    }),
    owner_account:
      owner === null ? null : await readOwner(database, chain, row.id, owner),
    burned_at: burn?.time.toISOString() ?? null,
    burned_by: burn ? toChecksumAddress(burn.account) : null,
    burn_tx: burn?.tx_hash ?? null,
    previous_id: found.previous_id,
    next_id: found.next_id,
    place: owner === null ? null : placeOf(found.newer, shared.burned, row.minted, id),
  }
}

/** Counted exactly among the newest tokens; beyond them only if no token was burned. */
function placeOf(newer: number | null, burned: number, minted: number, id: number) {
  if (newer !== null) return newer + 1
  return burned === 0 ? minted - id + 1 : null
}

async function readOwner(
  database: Database,
  { id, alias }: Chain,
  collectionId: string,
  owner: string,
): Promise<TokenDetails['owner_account']> {
  const { is_blocked, username, avatar_file, auth_chain_id } = await findCollectorProfile(
    database,
    owner,
    id,
  )
  const isShown = !is_blocked
  return {
    address: toChecksumAddress(owner),
    name: isShown ? username : null,
    avatar_url: isShown && avatar_file ? `/files/${avatar_file}` : null,
    account_chain: auth_chain_id === null ? null : alias,
    quantity: await findQuantity(database, collectionId, owner),
  }
}

/** Returns the single token of an edition, which has no sole owner. */
async function readEdition(
  database: Database,
  chain: Chain,
  row: CollectionRow,
): Promise<TokenDetails | undefined> {
  const mint = (await listFirstMints(database, [row.id])).get(row.id)
  if (!mint) return undefined
  const shared = await readShared(database, row)
  const quantity = shared.existing
  return {
    ...toToken(chain, { ...row, ...mint, token_id: '1', owner: null, quantity }),
    ...shared,
    owner_account: null,
    burned_at: null,
    burned_by: null,
    burn_tx: null,
    previous_id: null,
    next_id: null,
    place: null,
  }
}

/** Returns the fields that all tokens of a collection share. */
async function readShared(database: Database, row: CollectionRow) {
  const burned = await findBurned(database, row.id)
  const commitment = await findCommitment(database, row.id)
  return {
    description: row.description,
    attributes: [],
    ...toRevealed(commitment),
    existing: row.minted - burned,
    burned,
    holders: row.holders,
  }
}

function toRevealed({ provenance_hash, was_revealed }: Commitment) {
  return { provenance_hash, is_revealed: provenance_hash === null || was_revealed }
}
