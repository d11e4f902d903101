import { gzipSync } from 'node:zlib'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import { type leftOutRow, listedWallet, listSchema } from '@platemark/api/studio'
import { groupListedWallets, type RepeatedWallet } from '@platemark/rules/listed-wallets'
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import type { TaskOwner } from '../../bounded-queue.ts'
import { findIssues, parse, readJson } from '../../http/parse.ts'
import { runInWorker } from '../../worker-task.ts'
import { describeAccount } from './readiness.ts'

/** Valid list of one phase, in the form in which `draft_lists` stores it. */
export type CheckedList = {
  phase_id: number
  /** Wallets without duplicates. */
  entries: number
  /** First 20 wallets with several equal entries, with checksums. */
  duplicates: Duplicate[]
  /** All of them. */
  duplicate_count: number
  /** Lowest and highest price above 0 that an entry sets itself. */
  lowest_price_wei: string | null
  highest_price_wei: string | null
  /** Gzipped JSON of `StoredEntry[]`. */
  content: Uint8Array
  /** Gzipped JSON of `LeftOutRow[]`. */
  left_out: Uint8Array
  left_out_count: number
}

/** Wallet with several equal entries, and the positions of the first 20 of them, from 0. */
type Duplicate = { address: string; positions: number[] }

/** Stored list of one phase of a draft. */
export type DraftList = Omit<CheckedList, 'duplicates' | 'duplicate_count'>

/** A stored list without its content. */
export type DraftListFacts = Omit<DraftList, 'content' | 'left_out' | 'left_out_count'>

/** Lower-case address; null takes the phase's value. */
export type StoredEntry = [
  address: string,
  quantity: number | null,
  price_wei: string | null,
]

/** A row that is kept with a list and is no entry of it. */
export type LeftOutRow = z.infer<typeof leftOutRow>

/** Most wallets on all lists of one draft, or of one collection's further list. */
export const MAX_LIST_ENTRIES = 100_000

/** Wrong lines after which a list is read no further. */
const MAX_WRONG_LINES = 20

/** Repeated wallets, and positions of each, that an answer names. */
const MAX_NAMED = 20

/** Bytes up to which a list is checked without blocking other requests noticeably. */
const MAX_INLINE_BYTES = 65_536

// Entries are checked one by one, so that a list of wrong lines ends early.
const list = listSchema(z.unknown())

/**
 * Checks the JSON body of `setList` by `owner`, in a worker thread if it is long. A body
 * that owns its memory is moved there and is empty afterwards.
 */
export async function checkListOffThread(
  body: Uint8Array,
  owner: TaskOwner,
): Promise<CheckedList> {
  if (body.length <= MAX_INLINE_BYTES) return checkList(body)
  const file = new URL('./check-list-worker.ts', import.meta.url)
  // Safe: the worker returns the result of `checkList`.
  return (await runInWorker(file, body, {
    owner,
    transfer: body.buffer,
  })) as CheckedList
}

/**
 * Parses and checks the JSON body of `setList`; equal entries of a wallet are kept once.
 * Throws `bad_request`, and `validation_failed` with at most 20 wrong lines or wallets
 * with different entries.
 */
export function checkList(body: Uint8Array): CheckedList {
  // Safe: `parse` returns what the schema makes of the body.
  return checkRows(parse(list, readListBody(body)) as ListRows)
}

/** Parses the JSON body of a list. Throws `bad_request`, also without one. */
export function readListBody(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString('utf8')
  const value = text === '' ? null : readJson(text)
  if (value === null) throw new Problem('bad_request')
  return value
}

type ListRows = z.infer<typeof list>

/** Checks the rows of one phase. Throws `validation_failed` as `checkList` does. */
export function checkRows({ phase_id, entries, left_out }: ListRows): CheckedList {
  const read = readEntries(entries)
  const { kept, repeated, contradictory } = groupListedWallets(read)
  refuseContradictions(contradictory)
  const stored = kept.flatMap((position): StoredEntry[] => {
    const { address, quantity = null, price_wei = null } = read[position] ?? {}
    return address ? [[address.toLowerCase(), quantity, price_wei]] : []
  })
  const prices = stored
    .map(([, , price]) => BigInt(price ?? 0))
    .filter((price) => price > 0n)
  const [first = null, ...others] = prices
  const choose = (isBetter: (one: bigint, other: bigint) => boolean) =>
    others.reduce(
      (best, one) => (best === null || isBetter(one, best) ? one : best),
      first,
    )
  return {
    phase_id,
    entries: stored.length,
    duplicates: repeated.slice(0, MAX_NAMED).map(({ address, positions }) => ({
      address: getAddress(address),
      positions: positions.slice(0, MAX_NAMED),
    })),
    duplicate_count: repeated.length,
    lowest_price_wei: choose((one, other) => one < other)?.toString() ?? null,
    highest_price_wei: choose((one, other) => one > other)?.toString() ?? null,
    content: gzipSync(JSON.stringify(stored)),
    left_out: gzipSync(JSON.stringify(left_out satisfies LeftOutRow[])),
    left_out_count: left_out.length,
  }
}

/** Throws `validation_failed` with the first 20 wallets, at their second position. */
function refuseContradictions(wallets: readonly RepeatedWallet[]): void {
  if (wallets.length === 0) return
  const fields: FieldProblems = {}
  for (const { address, positions } of wallets.slice(0, MAX_NAMED)) {
    const places = positions.slice(0, MAX_NAMED).map((position) => `entries.${position}`)
    const rest = positions.length > places.length ? ' and further ones' : ''
    fields[`entries.${positions[1]}`] = [
      `${getAddress(address)} has entries with different terms: ${places.join(', ')}${rest}. Keep one of them.`,
    ]
  }
  const others = wallets.length - MAX_NAMED
  if (others > 0) {
    fields.entries = [`${others} more wallets have entries with different terms.`]
  }
  throw new Problem('validation_failed', undefined, { fields })
}

function checkAccount(address: string): FieldProblems | undefined {
  const sentence = describeAccount(address, 'mint')
  return sentence === undefined ? undefined : { address: [sentence] }
}

function readEntries(entries: readonly unknown[]): z.infer<typeof listedWallet>[] {
  const read: z.infer<typeof listedWallet>[] = []
  const fields: FieldProblems = {}
  let wrongLines = 0
  for (const [index, value] of entries.entries()) {
    const result = findIssues(listedWallet, value)
    const problems =
      'value' in result ? checkAccount(result.value.address) : result.fields
    if (!problems) {
      if ('value' in result) read.push(result.value)
      continue
    }
    wrongLines += 1
    for (const [name, messages] of Object.entries(problems)) {
      fields[name === '' ? `entries.${index}` : `entries.${index}.${name}`] = messages
    }
    if (wrongLines < MAX_WRONG_LINES || index === entries.length - 1) continue
    const sentence = `Correct these ${MAX_WRONG_LINES} lines first. Lines after ${index + 1} are not checked yet.`
    fields.entries = [sentence]
    break
  }
  if (wrongLines > 0) throw new Problem('validation_failed', undefined, { fields })
  return read
}
