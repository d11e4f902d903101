import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod/mini'
import { CommandError } from '../command-error.ts'

const hex = z.templateLiteral(['0x', z.string()])
const wei = z.string().check(z.regex(/^\d+$/))

/** A transaction that was signed; stored before it is sent, so that it can be sent again. */
const signedTransaction = z.object({
  hash: hex,
  nonce: z.number(),
  to: hex,
  /** The whole signed transaction, which is public once it is sent. */
  raw: hex,
  /** The newest block before it. */
  since_block: wei,
  /** As `Date.now()`. */
  sent_at: z.number(),
})
export type SignedTransaction = z.infer<typeof signedTransaction>

const gift = z.object({ address: hex, quantity: z.number(), line: z.number() })
const givenGift = z.object({
  address: hex,
  quantity: z.number(),
  hash: hex,
  block: wei,
})

const airdrop = z.object({
  /** SHA-256 of the file of wallets. */
  file_hash: z.string(),
  source: z.string(),
  started_at: z.number(),
  ended_at: z.nullable(z.number()),
  since_block: wei,
  gifts: z.array(gift),
  earlier: z.array(z.object({ gift, given: givenGift })),
  refused: z.array(
    z.object({
      gift,
      refusal: z.union([
        z.object({ kind: z.literal('not_received') }),
        z.object({ kind: z.literal('too_few_left'), left: z.number() }),
        z.object({ kind: z.literal('reverted'), error: z.nullable(z.string()) }),
      ]),
    }),
  ),
  sending: z.nullable(z.array(hex)),
  given: z.array(givenGift),
})
export type StoredAirdrop = z.infer<typeof airdrop>

const run = z.object({
  draft_id: z.optional(z.string()),
  /** SHA-256 of the content that the draft has. */
  content_hash: z.optional(z.string()),
  /** Pictures of the draft that came from the file. */
  pictures: z.optional(z.array(z.enum(['image', 'cover']))),
  /** Reveal file that was written for the works. */
  reveal_file: z.optional(z.string()),
  deployment: z.optional(
    z.object({
      ...signedTransaction.shape,
      collection: hex,
      /** Unix seconds. */
      deadline: z.number(),
    }),
  ),
  /** Transactions to the contract that are on their way, by topic. */
  calls: z.optional(z.record(z.string(), signedTransaction)),
  airdrop: z.optional(airdrop),
})
/** State of one collection of one account on one site. */
export type RunState = z.infer<typeof run>

const file = z.object({
  format: z.literal('platemark-collection'),
  version: z.literal(1),
  /** By site and account. */
  runs: z.record(z.string(), run),
})

/** The state of a collection on disk. */
export type StateFile = {
  path: string
  read(): RunState
  /** Stores changes; a value of undefined removes it. Nothing is half written. */
  change(changes: Partial<RunState>): void
}

/** Opens the state of one account on one site. Throws `CommandError` for a damaged file. */
export function openStateFile(path: string, site: string, account: string): StateFile {
  const key = `${site} ${account.toLowerCase()}`
  const content = readContent(path)
  return {
    path,
    read: () => content.runs[key] ?? {},
    change(changes) {
      content.runs[key] = { ...content.runs[key], ...changes }
      writeWhole(path, `${JSON.stringify(content, null, 2)}\n`)
    },
  }
}

function readContent(path: string): z.infer<typeof file> {
  if (!existsSync(path)) return { format: 'platemark-collection', version: 1, runs: {} }
  try {
    return file.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new CommandError(
      `${basename(path)} is damaged, or of another version of this command. Move it away. Commands then start without it and read again what is on the site and on the chain.`,
    )
  }
}

/** Writes a file that its owner alone can read, and puts it in place as a whole. */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.new`
  const handle = openSync(temporary, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(temporary, path)
}

/**
 * Locks a state file for this process, so that two commands do not send the same twice; returns
 * a function that unlocks it. A lock of a process that is gone does not count. Throws
 * `CommandError`.
 */
export function lockStateFile(path: string): () => void {
  const lock = `${path}.lock`
  for (;;) {
    try {
      const handle = openSync(lock, 'wx', 0o600)
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
    const holder = readHolder(lock)
    if (holder !== undefined && isRunning(holder)) {
      throw new CommandError(
        `Another command works on this collection (process ${holder}). Wait until it ends.`,
      )
    }
    rmSync(lock, { force: true })
  }
}

function readHolder(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
