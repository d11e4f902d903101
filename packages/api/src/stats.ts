import * as z from 'zod/mini'
import { getCollection } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { address, decimal, instant, onlyThese } from './fields.ts'
import * as operations from './studio-operations.ts'

const statsIntervals = ['hour', 'day'] as const
export type StatsInterval = (typeof statsIntervals)[number]

/** The most intervals in one response: 31 days of hours, or a year and a day. */
export const MAX_BUCKETS: Record<StatsInterval, number> = { hour: 744, day: 366 }

const time = instant.check(
  z.refine((value) => value >= '2000', {
    error: 'Use a time from the year 2000 on.',
    abort: true,
  }),
)

const shape = {
  interval: z._default(
    z.enum(statsIntervals, `Use one of: ${statsIntervals.join(', ')}.`),
    'day',
  ),
  /** The first interval is the one that holds it; absent: when the collection was made. */
  from: z.optional(time),
  /** Not part of the range; absent: now. */
  to: z.optional(time),
}

const query = z.strictObject(shape, onlyThese(shape)).check(
  z.refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
    error: 'The range ends before it begins.',
    path: ['to'],
  }),
  z.refine(
    ({ from, to, interval }) =>
      // What is no time at all is refused already.
      !from || !(intervalsBetween(from, to, interval) > MAX_BUCKETS[interval]),
    {
      error: `The range is too long: at most ${MAX_BUCKETS.hour} hours or ${MAX_BUCKETS.day} days.`,
      path: ['from'],
    },
  ),
)

const lengthMs: Record<StatsInterval, number> = { hour: 3_600_000, day: 86_400_000 }

function intervalsBetween(
  from: string,
  to: string | undefined,
  interval: StatsInterval,
): number {
  const length = lengthMs[interval]
  const end = to === undefined ? Date.now() : Date.parse(to)
  return Math.ceil(end / length) - Math.floor(Date.parse(from) / length)
}

/** Paid and free mints; airdrops are none. Minters are counted without the creator. */
const sold = {
  minted: z.number(),
  /** Minters of whom it was the first mint. */
  new_minters: z.number(),
  volume_wei: decimal,
  /** The price of one token, without the mint fee; null where nothing was minted. */
  lowest_price_wei: z.nullable(decimal),
  highest_price_wei: z.nullable(decimal),
}

const bucket = {
  ...sold,
  start: instant,
  /** Distinct minters in this interval. */
  minters: z.number(),
}

const range = {
  interval: z.enum(statsIntervals),
  /** The beginning of the first interval, and the end of the last, in UTC. */
  from: instant,
  to: instant,
  currency: z.string(),
}

const collectionStats = z.object({
  ...range,
  /** Totals of the whole range. */
  total: z.object(sold),
  /** Every interval of the range, also those without mints. */
  buckets: z.array(z.object(bucket)),
})
export type CollectionStats = z.infer<typeof collectionStats>

export const getStats = endpoint({
  method: 'GET',
  path: '/api/contract/:chain_alias/:contract_address/stats',
  access: 'public',
  summary: 'What was minted of a collection by hour or day, in UTC.',
  params: getCollection.params,
  query,
  replies: { 200: collectionStats },
  problems: ['unknown_chain', 'not_found', 'blocked'],
  cache_seconds: 10,
})

const earned = {
  minted: z.number(),
  volume_wei: decimal,
  /** The creator's: prices, and half of the fee of free mints; before payees share it. */
  revenue_wei: decimal,
}

const referred = {
  minted: z.number(),
  /** The income of the creator and payees from these mints. */
  volume_wei: decimal,
  /** The referrer's part of the mint fee. */
  earned_wei: decimal,
}

/** An account with the name it chose; null: none, or the account is blocked. */
const named = { address, name: z.nullable(z.string()) }

const studioStats = z.object({
  ...range,
  /** The last block of the network that the figures count. */
  block_number: decimal,
  total: z.object({ ...sold, revenue_wei: decimal }),
  buckets: z.array(
    z.object({
      ...bucket,
      revenue_wei: decimal,
      /** Phases with at least one mint. */
      phases: z.array(z.object({ phase_id: z.number(), ...earned })),
    }),
  ),
  /** Since the collection was made, whatever the range. */
  since_start: z.object({
    ...earned,
    /** Items that the owner gave away; `minted` counts none of them. */
    airdropped: z.number(),
    /** Null where the rate of the coin is not known. */
    revenue_usd: z.nullable(z.number()),
    unique_minters: z.number(),
    phases: z.array(
      z.object({ phase_id: z.number(), title: z.nullable(z.string()), ...earned }),
    ),
    referred: z.object(referred),
    /** The referrers with the most mints. */
    referrers: z.array(z.object({ ...named, ...referred })),
  }),
  holders: z.object({
    count: z.number(),
    /** Holders of `from` to `to` tokens; `to` is null in the last range. */
    distribution: z.array(
      z.object({
        from: z.number(),
        to: z.nullable(z.number()),
        holders: z.number(),
        quantity: z.number(),
      }),
    ),
    largest: z.array(z.object({ ...named, quantity: z.number() })),
  }),
})
export type StudioStats = z.infer<typeof studioStats>

export const getStudioStats = endpoint({
  ...operations.getStudioStats,
  summary:
    'What was minted of a collection of the caller and what it earned, by phase and referrer, and how it is spread among its holders.',
  params: z.object({ contract_id: z.uuid('Unknown collection.') }),
  query,
  replies: { 200: studioStats },
  problems: ['not_found'],
  owner: 'draft',
})

export const listTurnout = endpoint({
  ...operations.listTurnout,
  summary:
    'How many wallets minted in each allowlist phase of a collection of the caller, phases without a mint left out.',
  params: z.object({ contract_id: z.uuid('Unknown collection.') }),
  replies: { 200: z.array(z.object({ phase_id: z.number(), wallets: z.number() })) },
  problems: ['not_found'],
  owner: 'draft',
})

const exportKinds = ['holders', 'referrers'] as const

/** The most rows of an exported file. */
export const MAX_EXPORT_ROWS = 100_000

export const exportFigures = endpoint({
  ...operations.exportFigures,
  summary:
    'The holders or referrers of a collection of the caller as CSV, the largest first: at most 100,000 rows.',
  params: z.object({ contract_id: z.uuid('Unknown collection.') }),
  query: z.strictObject({
    kind: z.enum(exportKinds, `Use one of: ${exportKinds.join(', ')}.`),
  }),
  replies: {
    200: z.object({
      /** Rows of the file without its head. */
      rows: z.number(),
      /** Holders or referrers in all. */
      total: z.number(),
      csv: z.string(),
    }),
  },
  problems: ['not_found'],
  owner: 'draft',
})
export type ExportedFigures = z.infer<(typeof exportFigures)['replies'][200]>
export type ExportKind = (typeof exportKinds)[number]
