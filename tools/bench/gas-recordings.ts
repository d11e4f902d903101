import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, isAddress, isHex } from 'viem'
import * as z from 'zod/mini'
import { root } from '../program.ts'
import { SUBJECTS, type Subject } from './gas-rows.ts'

/** Folder to which the contract tests record their transactions when GAS_RECORD is set. */
export const RECORDINGS = join(root, 'contracts', 'cache', 'gas')

const hex = z.custom<Hex>((text) => isHex(text))
const address = z.custom<Address>(
  (text) => typeof text === 'string' && isAddress(text, { strict: false }),
)
const amount = z.pipe(
  z.string(),
  z.transform((text) => BigInt(text)),
)

/** Balance set for an account. */
const funding = z.strictObject({ account: address, balance: amount })
/** A transaction; the row is empty where it was not measured. */
const sending = z.strictObject({
  row: z.string(),
  time: z.coerce.number(),
  from: address,
  to: address,
  value: amount,
  data: hex,
})
export type Sending = z.infer<typeof sending>
const step = z.union([funding, sending])
export type Step = z.infer<typeof step>

/** Transactions of one test, in order, starting with an empty chain. */
export type Recording = { subject: Subject; test: string; steps: Step[] }

/** Reads every recording; throws when there is none, or one of an unknown subject. */
export function readRecordings(): Recording[] {
  const files = readdirSync(RECORDINGS).sort()
  if (files.length === 0)
    throw new Error(`recordings are missing: got no file in ${RECORDINGS}`)
  return files.map((file) => {
    const subject = SUBJECTS.find((known) => file.startsWith(`${known} `))
    if (!subject) throw new Error(`recording has an unknown subject: got ${file}`)
    const lines = readFileSync(join(RECORDINGS, file), 'utf8').trim().split('\n')
    return {
      subject,
      test: file.slice(subject.length + 1).replace('.jsonl', ''),
      steps: lines.map((line) => step.parse(JSON.parse(line))),
    }
  })
}
