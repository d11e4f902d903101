import { gzipSync } from 'node:zlib'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import { listedWallet, listSchema } from '@platemark/api/studio'
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import type { TaskOwner } from '../../bounded-queue.ts'
import { findIssues, parse, readJson } from '../../http/parse.ts'
import { runInWorker } from '../../worker-task.ts'
import { hasWrongChecksum, wrongChecksumMessage } from './readiness.ts'

/** Valid list of one phase, in the form in which `draft_lists` stores it. */
export type CheckedList = {
  phase_id: number
  /** Wallets without duplicates. */
  entries: number
  /** Wallets that stood there more than once, with checksums. */
  duplicates: string[]
  /** Lowest and highest price above 0 that an entry sets itself. */
  lowest_price_wei: string | null
  highest_price_wei: string | null
  /** Gzipped JSON of `StoredEntry[]`. */
  content: Uint8Array
}

/** Stored list of one phase of a draft. */
export type DraftList = Omit<CheckedList, 'duplicates'>

/** Lower-case address; null takes the phase's value. */
export type StoredEntry = [
  address: string,
  quantity: number | null,
  price_wei: string | null,
]

/** Wrong lines after which a list is read no further. */
const MAX_WRONG_LINES = 20

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
 * Parses and checks the JSON body of `setList`; of a wallet that stands there twice, the
 * last line counts. Throws `bad_request`, and `validation_failed` with at most 20 wrong
 * lines.
 */
export function checkList(body: Uint8Array): CheckedList {
  const text = Buffer.from(body).toString('utf8')
  const value = text === '' ? null : readJson(text)
  if (value === null) throw new Problem('bad_request')
  // Safe: `parse` returns what the schema makes of the body.
  const { phase_id, entries } = parse(list, value) as z.infer<typeof list>
  const wallets = new Map<string, StoredEntry>()
  const duplicates = new Set<string>()
  const prices = { lowest: null as bigint | null, highest: null as bigint | null }
  for (const { address, quantity = null, price_wei = null } of readEntries(entries)) {
    const account = address.toLowerCase()
    if (wallets.has(account)) duplicates.add(account)
    wallets.set(account, [account, quantity, price_wei])
  }
  for (const [, , price_wei] of wallets.values()) {
    const price = BigInt(price_wei ?? 0)
    if (price === 0n) continue
    if (prices.lowest === null || price < prices.lowest) prices.lowest = price
    if (prices.highest === null || price > prices.highest) prices.highest = price
  }
  return {
    phase_id,
    entries: wallets.size,
    duplicates: [...duplicates].map((account) => getAddress(account)),
    lowest_price_wei: prices.lowest?.toString() ?? null,
    highest_price_wei: prices.highest?.toString() ?? null,
    content: gzipSync(JSON.stringify([...wallets.values()])),
  }
}

function readEntries(entries: readonly unknown[]): z.infer<typeof listedWallet>[] {
  const read: z.infer<typeof listedWallet>[] = []
  const fields: FieldProblems = {}
  let wrongLines = 0
  for (const [index, value] of entries.entries()) {
    const result = findIssues(listedWallet, value)
    const problems =
      'value' in result && hasWrongChecksum(result.value.address)
        ? { address: [wrongChecksumMessage] }
        : 'value' in result
          ? undefined
          : result.fields
    if (!problems) {
      if ('value' in result) read.push(result.value)
      continue
    }
    wrongLines += 1
    for (const [name, messages] of Object.entries(problems)) {
      fields[name === '' ? `entries.${index}` : `entries.${index}.${name}`] = messages
    }
    if (wrongLines < MAX_WRONG_LINES || index === entries.length - 1) continue
    const sentence = `Correct these ${MAX_WRONG_LINES} lines first: those below line ${index + 1} are not checked yet.`
    fields.entries = [sentence]
    break
  }
  if (wrongLines > 0) throw new Problem('validation_failed', undefined, { fields })
  return read
}
