import type { Meta, Parsed } from '@platemark/api/endpoint'
import {
  type getStatement,
  type StatementLine,
  type StatementLines,
  statementLines,
} from '@platemark/api/statement'
import { getAddress } from 'viem'
import type { AppContext } from '../../../http/app-context.ts'
import { parseCursor, writeCursor } from '../../../http/pagination.ts'
import { isSessionWallet, type Session } from '../../../http/session.ts'
import { listConfirmedBlocks } from '../../../indexer/queries.ts'
import { listCurrencies } from '../../currencies/service.ts'
import {
  countLines,
  type LineFilter,
  type LineKind,
  type LinePlace,
  type LineRow,
  listLines,
} from '../queries/statement.ts'
import { convertToUsd } from './balance.ts'
import { listWorthsThen } from './worth-then.ts'

export type StatementQuery = Parsed<typeof getStatement>['query']

const PER_PAGE = 24

/** Returns one page of the lines of the caller, newest first. Throws `validation_failed`. */
export async function readStatement(
  context: AppContext,
  session: Session,
  query: StatementQuery,
): Promise<{ data: StatementLine[]; meta: Meta<typeof getStatement> }> {
  const { database } = context
  const filter = await toFilter(context, session, query)
  const after =
    query.cursor === undefined ? undefined : parseCursor(query.cursor, decodePlace)
  const [hours, rows] = await Promise.all([
    countLines(database, filter),
    listLines(database, filter, { order: 'newest', after, limit: PER_PAGE + 1 }),
  ])
  const last = rows.length > PER_PAGE ? rows[PER_PAGE - 1] : undefined
  return {
    data: await toLines(context, rows.slice(0, PER_PAGE)),
    meta: {
      per_page: PER_PAGE,
      next_cursor: last ? writeCursor(encodePlace(last)) : null,
      total: hours.reduce((sum, { lines }) => sum + lines, 0),
    },
  }
}

const kindsOf: Record<StatementLines, LineKind[]> = {
  mints: ['mint'],
  referrals: ['referral'],
  royalties: ['royalty', 'royalty_withdrawal'],
  withdrawals: ['withdrawal'],
}

/** Returns the filter of a caller's query: only chains on which the address is the caller's. */
export async function toFilter(
  { database, chains }: AppContext,
  session: Session,
  { from, to, contract_id, lines = [...statementLines] }: StatementQuery,
): Promise<LineFilter> {
  const { address } = session
  const confirmed = await listConfirmedBlocks(database)
  const own = chains.filter(
    ({ id, contracts }) =>
      contracts && isSessionWallet(session, { chain_id: id, address }),
  )
  return {
    account: address,
    chains: own.map(({ id, confirmations }) => ({
      chain_id: id,
      // Every block of an embedded chain is final.
      last_block: confirmations > 0 ? (confirmed.get(id) ?? -1) : Number.MAX_SAFE_INTEGER,
    })),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    contract_id,
    kinds: lines.flatMap((name) => kindsOf[name]),
  }
}

/** Returns lines with their worth then and now. */
export async function toLines(
  context: AppContext,
  rows: LineRow[],
): Promise<StatementLine[]> {
  const coins = listCurrencies(context).filter(({ is_native }) => is_native)
  const worths = await listWorthsThen(context, rows)
  return rows.flatMap((row, place) => {
    const coin = coins.find(({ chain_id }) => chain_id === row.chain_id)
    if (!coin) return []
    return {
      time: row.time.toISOString(),
      block_number: row.block_number,
      transaction_hash: row.tx_hash,
      chain_alias: coin.chain,
      contract_id: row.contract_id,
      contract_address: getAddress(row.address),
      name: row.name,
      kind: row.kind,
      tokens: row.tokens,
      amount_wei: row.amount_wei,
      currency: row.is_wrapped ? `W${coin.symbol}` : coin.symbol,
      usd_then: worths[place] ?? null,
      usd_now:
        coin.usd_rate === null
          ? null
          : convertToUsd(BigInt(row.amount_wei), coin, coin.usd_rate),
    }
  })
}

function encodePlace({
  time,
  chain_id,
  block_number,
  log_index,
  kind,
}: LinePlace): string {
  return [time.getTime(), chain_id, block_number, log_index, kind].join('.')
}

function decodePlace(text: string): LinePlace | undefined {
  const found =
    /^(\d{1,14})\.(\d{1,15})\.(\d{1,15})\.(\d{1,9})\.(mint|referral|withdrawal|royalty|royalty_withdrawal)$/.exec(
      text,
    )
  if (!found) return undefined
  const [time = 0, chain_id = 0, block_number = 0, log_index = 0] = found
    .slice(1, 5)
    .map(Number)
  // Safe: the pattern names every kind.
  const kind = found[5] as LineKind
  return { time: new Date(time), chain_id, block_number, log_index, kind }
}
