import * as z from 'zod/mini'
import { cursorMeta } from './collection-reads.ts'
import { endpoint } from './endpoint.ts'
import { address, decimal, hash, instant, onlyThese } from './fields.ts'
import * as operations from './studio-operations.ts'

/** The lines of a statement by the word that asks for them. */
export const statementLines = ['mints', 'referrals', 'royalties', 'withdrawals'] as const
export type StatementLines = (typeof statementLines)[number]

const lineNames = z.pipe(
  z.string().check(
    z.refine((text) => text.split(',').every((one) => isLines(one)), {
      error: `Use some of: ${statementLines.join(', ')}, separated by commas.`,
    }),
  ),
  z.transform((text) => [...new Set(text.split(',').filter(isLines))]),
)

function isLines(text: string): text is StatementLines {
  return statementLines.some((one) => one === text)
}

const statementLine = z.object({
  time: instant,
  block_number: z.number(),
  /** Null for a royalty: ether arrives without a log, and `time` is when it was found. */
  transaction_hash: z.nullable(hash),
  chain_alias: z.string(),
  contract_id: z.string(),
  contract_address: address,
  name: z.string(),
  /**
   * `mint`: the account's share of a mint; `withdrawal`: what was paid out of the shares;
   * `royalty` and `royalty_withdrawal`: the same of a royalty split.
   */
  kind: z.enum(['mint', 'referral', 'withdrawal', 'royalty', 'royalty_withdrawal']),
  /** Minted tokens; null for royalties and withdrawals. */
  tokens: z.nullable(z.number()),
  amount_wei: decimal,
  currency: z.string(),
  /** USD at the rate stored before the line's time; null where none was, and of test networks. */
  usd_then: z.nullable(z.number()),
  /** USD at the present rate; null where there is none, and of test networks. */
  usd_now: z.nullable(z.number()),
})
export type StatementLine = z.infer<typeof statementLine>

const shape = {
  /** The first moment; absent: from the first line on. */
  from: z.optional(instant),
  /** Not part of the period; absent: now. */
  to: z.optional(instant),
  /** Absent: every collection. */
  contract_id: z.optional(z.uuid('Unknown collection.')),
  lines: z.optional(lineNames),
  format: z._default(z.enum(['json', 'csv'], 'Use json or csv.'), 'json'),
  cursor: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[\w-]{1,160}$/,
          'This cursor is not from this list. Start at the first page.',
        ),
      ),
  ),
}

export const getStatement = endpoint({
  ...operations.getStatement,
  summary:
    'Every amount that the caller earned or was paid, to the wei: shares of mints by the payees of that time, referrals, royalties of splits and withdrawals, of confirmed blocks. The lines sum to what the contracts owe and paid. As JSON the newest first, in pages; with `format=csv` a file with all of them, the oldest first.',
  query: z.strictObject(shape, onlyThese(shape)).check(
    z.refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
      error: 'The period ends before it begins.',
      path: ['to'],
    }),
  ),
  replies: { 200: z.array(statementLine) },
  meta: z.extend(cursorMeta, {
    /** Lines of the whole period. */
    total: z.number(),
  }),
  download: 'text/csv; charset=utf-8',
  problems: ['busy'],
})
