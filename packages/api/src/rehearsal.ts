import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, decimal, instant } from './fields.ts'
import * as operations from './studio-operations.ts'

const count = z.number()

/** One mint that was sent at an instant around a boundary of its phase. */
const attempt = z.object({
  at: instant,
  boundary: z.enum(['opens', 'closes']),
  /** Seconds from the boundary: -1, 0 or 1. */
  offset: z.number(),
  is_minted: z.boolean(),
  /** Error of the contract, such as `PhaseClosed`; null: the mint succeeded. */
  refusal: z.nullable(z.string()),
  /** The contract did what the schedule demands. */
  is_expected: z.boolean(),
})

/** A wallet in one phase, with its mints around the boundaries of the phase. */
const rehearsedWallet = z.object({
  phase_id: count,
  /** `listed`: on the list of the phase. `stranger`: on no list. */
  kind: z.enum(['listed', 'stranger']),
  address,
  /** Tokens it may mint in the phase; null: as many as it likes, or none. */
  limit: z.nullable(count),
  /** Price of one token, and that with the mint fee. */
  price_wei: decimal,
  cost_wei: decimal,
  attempts: z.array(attempt),
  /**
   * The contract refused one more token after the limit was minted; null: this was not tried,
   * because the limit is above one transaction or the supply, or there is none.
   */
  is_limit_held: z.nullable(z.boolean()),
})
export type RehearsedWallet = z.infer<typeof rehearsedWallet>

/** A phase in which everyone minted all they can, as soon as it opened. */
const rehearsedPhase = z.object({
  phase_id: count,
  kind: z.enum(['public', 'allowlist']),
  title: z.string(),
  start: instant,
  /** Null: it never ends. */
  end: z.nullable(instant),
  lowest_price_wei: decimal,
  highest_price_wei: decimal,
  /** Wallets on its list, and the tokens that they may mint together; null: it has no list. */
  wallets: z.nullable(count),
  asked: z.nullable(count),
  /** Wallets that minted, and those that did not try: a rehearsal has a limited number of mints. */
  minters: count,
  untried_wallets: count,
  minted: count,
  /** Tokens of the collection left after its mints; null: the supply is not limited. */
  left: z.nullable(count),
  /** Prices paid in it, and mint fees. */
  income_wei: decimal,
  fees_wei: decimal,
})
export type RehearsedPhase = z.infer<typeof rehearsedPhase>

/** A withdrawal of everything that an account was owed after the last phase. */
const rehearsedPayment = z.object({
  role: z.enum(['creator', 'payee', 'platform']),
  address,
  /** Share of the prices in basis points; null: of the platform. */
  bps: z.nullable(count),
  owed_wei: decimal,
  /** Wei that reached the account; less than it was owed: the withdrawal failed. */
  paid_wei: decimal,
})

const problemCode = z.enum([
  'unexpected',
  'limit_not_held',
  'payment_failed',
  'reveal_failed',
  'start_in_past',
  'gap',
  'overlap',
  'dearer_than_public',
  'free',
  'first_come',
  'nothing_left',
  'never_sold_out',
  'partly_tried',
  'no_public_phase',
])

/** A finding of a rehearsal. */
const rehearsalProblem = z.object({
  code: problemCode,
  /** `error`: it does not work as planned. `warning`: it may be a mistake. */
  severity: z.enum(['error', 'warning']),
  sentence: z.string(),
  /** Step of the wizard where it is corrected. */
  step: z.enum(['art', 'details', 'supply', 'schedule', 'review']),
  phase_ids: z.array(count),
})
export type RehearsalProblem = z.infer<typeof rehearsalProblem>

/** The whole sale of a draft on a chain of its own; wei, unless a field is a count. */
const rehearsalReport = z.object({
  chain_alias: z.string(),
  /** Address that the collection got, which its deployment predicts as well. */
  contract_address: address,
  /** Time of the deployment by the chain of the rehearsal. */
  deployed_at: instant,
  mint_fee_wei: decimal,
  max_supply: z.nullable(count),
  minted: count,
  income_wei: decimal,
  fees_wei: decimal,
  phases: z.array(rehearsedPhase),
  wallets: z.array(rehearsedWallet),
  payments: z.array(rehearsedPayment),
  /** The reveal with a secret of the rehearsal; null: nothing is hidden. */
  reveal: z.nullable(z.object({ works: count, is_revealed: z.boolean() })),
  /** Boundaries of phases, instants around them, and transactions of the whole rehearsal. */
  boundaries: count,
  instants: count,
  transactions: count,
  problems: z.array(rehearsalProblem),
})
export type RehearsalReport = z.infer<typeof rehearsalReport>

/** The steps of a rehearsal in their order. */
export const rehearsalSteps = [
  'chain',
  'deployment',
  'boundaries',
  'mints',
  'withdrawals',
  'reveal',
] as const
export type RehearsalStep = (typeof rehearsalSteps)[number]

const rehearsal = z.object({
  run_id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Step that runs or failed; the last one once it is done. */
  step: z.enum(rehearsalSteps),
  /** Parts of the step that are done, of all. */
  done: count,
  total: count,
  started_at: instant,
  ended_at: z.nullable(instant),
  /** `updated_at` of the draft that is rehearsed. */
  draft_updated_at: instant,
  /** The contract of the draft was changed since: the report is about an earlier version. */
  is_outdated: z.boolean(),
  /** Reason of a failure, with what to do. */
  sentence: z.nullable(z.string()),
  report: z.nullable(rehearsalReport),
})
export type Rehearsal = z.infer<typeof rehearsal>

const contractId = z.uuid('Unknown collection.')

export const startRehearsal = endpoint({
  ...operations.startRehearsal,
  summary:
    'Replays the sale of a complete draft on a chain of its own: deployment, mints around every boundary, mints of everyone, withdrawals and the reveal. Nothing is published, and the draft stays open. One runs at a time; a call while that of the draft runs returns it.',
  params: z.object({ contract_id: contractId }),
  replies: { 202: rehearsal },
  problems: [
    'not_found',
    'draft_incomplete',
    'already_deployed',
    'too_many_requests',
    'chain_unavailable',
    'rehearsal_unavailable',
    'busy',
  ],
  owner: 'draft',
  limited_by: ['preparations_per_user', 'preparations_per_client'],
})

export const getRehearsal = endpoint({
  ...operations.getRehearsal,
  summary:
    'The progress or report of a rehearsal; `latest` in place of its id returns the newest of the draft, or null.',
  params: z.object({
    contract_id: contractId,
    run_id: z.union([z.uuid('Unknown rehearsal.'), z.literal('latest')]),
  }),
  replies: { 200: z.object({ rehearsal: z.nullable(rehearsal) }) },
  problems: ['not_found'],
  owner: 'draft',
})
