import { Readable } from 'node:stream'
import { Problem } from '@platemark/api/problem'
import type { StatementLine } from '@platemark/api/statement'
import { formatUnits } from '@platemark/rules/amounts'
import { writeCsv } from '@platemark/rules/write-csv'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import {
  countLines,
  type LineFilter,
  type LinePlace,
  listLines,
} from '../queries/statement.ts'
import { type StatementQuery, toFilter, toLines } from './statement.ts'

/** Files that are written at a time by a process. */
const MAX_WRITTEN = 8

/** Writes the lines of a caller as CSV, oldest first. Throws `busy`. */
export type StatementWriter = (
  session: Session,
  query: StatementQuery,
) => Promise<{ file_name: string; content: Readable }>

/** Creates the writer of a process. */
export function createStatementWriter(context: AppContext): StatementWriter {
  let written = 0
  return async (session, query) => {
    const filter = await toFilter(context, session, query)
    if (written >= MAX_WRITTEN) throw new Problem('busy', undefined, { retryAfter: 10 })
    written += 1
    const content = Readable.from(writeStatement(context, filter), { objectMode: false })
    content.once('close', () => {
      written -= 1
    })
    const day = context.clock().toISOString().slice(0, 10)
    return { file_name: `statement-${day}.csv`, content }
  }
}

const COLUMNS = [
  'time (UTC)',
  'block',
  'transaction',
  'network',
  'collection',
  'contract',
  'kind',
  'tokens',
  'wei',
  'amount',
  'currency',
  'USD then',
  'USD now',
]

/** Lines that are read, and held in memory, at once. */
const BATCH = 2000

/**
 * Yields the file in parts. Whole hours are read together up to the size of a batch, so that no
 * query sorts more than one hour beyond it.
 */
async function* writeStatement(
  context: AppContext,
  filter: LineFilter,
): AsyncGenerator<string> {
  const { database } = context
  yield writeCsv([COLUMNS])
  for (const { from, to } of batchHours(await countLines(database, filter), filter)) {
    let after: LinePlace | undefined
    for (let isMore = true; isMore; ) {
      const bounded = { ...filter, from, to }
      const options = { order: 'oldest', after, limit: BATCH } as const
      const rows = await listLines(database, bounded, options)
      const lines = await toLines(context, rows)
      if (lines.length > 0) yield writeCsv(lines.map((line) => toCells(context, line)))
      after = rows.at(-1)
      isMore = rows.length === BATCH
    }
  }
}

const HOUR_MS = 3_600_000

/** Joins hours to periods with at most a batch of lines, or one hour. */
function batchHours(
  hours: { hour: Date; lines: number }[],
  { from, to }: Pick<LineFilter, 'from' | 'to'>,
): { from: Date; to: Date }[] {
  const batches: { from: Date; to: Date; lines: number }[] = []
  for (const { hour, lines } of hours) {
    const end = new Date(hour.getTime() + HOUR_MS)
    const open = batches.at(-1)
    if (open && open.lines + lines <= BATCH) {
      open.to = end
      open.lines += lines
      continue
    }
    batches.push({ from: hour, to: end, lines })
  }
  return batches.map((batch) => ({
    from: from && from > batch.from ? from : batch.from,
    to: to && to < batch.to ? to : batch.to,
  }))
}

function toCells({ chains }: AppContext, line: StatementLine): (string | number)[] {
  const chain = chains.find(({ alias }) => alias === line.chain_alias)
  const decimals = chain?.nativeCurrency.decimals ?? 18
  return [
    line.time,
    line.block_number,
    line.transaction_hash ?? '',
    chain?.name ?? line.chain_alias,
    line.name,
    line.contract_address,
    line.kind,
    line.tokens ?? '',
    line.amount_wei,
    formatUnits(BigInt(line.amount_wei), decimals),
    line.currency,
    line.usd_then?.toFixed(2) ?? '',
    line.usd_now?.toFixed(2) ?? '',
  ]
}
