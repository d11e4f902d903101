import { readFileSync, statSync } from 'node:fs'
import type { Hex, PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ConfigurationError } from './fields.ts'

/** A key of the server. The account signs, and has no field that holds the key. */
export type SigningKey = {
  account: PrivateKeyAccount
  /** It signs from this time on, until another one begins. */
  from: Date
}

/** Where keys may come from. */
type KeySource = {
  /** Setting that names the file, for messages. */
  field: string
  /** Variable of the environment that holds the keys without a file. */
  variable: string
  /** Whose key it is, for messages: `The gateway`. */
  user: string
  /** Path of a file that only its owner can read. */
  file: string | null
  environment: Record<string, string | undefined>
}

/** Variables with keys of other uses. */
const OTHER_KEYS = ['DEPLOYER_KEY', 'PLATEMARK_PRIVATE_KEY']

/**
 * Reads keys: a line or a part between commas for each, and behind it the time from which it signs,
 * unless it signs already. Throws `ConfigurationError`, which never repeats a key.
 */
export function readSigningKeys(source: KeySource): SigningKey[] {
  const { field, variable, user, file, environment } = source
  const text = file === null ? environment[variable] : readPrivateFile(field, file)
  const lines = (text ?? '').split(/[\n,]/).map((line) => line.replace(/#.*/, '').trim())
  const signers = lines
    .filter((line) => line !== '')
    .map((line, index) => readSigner(field, line, index))
  if (signers.length === 0) {
    throw new ConfigurationError(
      `${field}: ${user} needs a key to sign with, in this file or in ${variable} of the environment.`,
    )
  }
  requireDifferent(field, signers)
  for (const name of OTHER_KEYS) {
    const other = readOtherAddress(environment[name])
    if (signers.some(({ account }) => account.address === other)) {
      throw new ConfigurationError(
        `${field}: One of these keys is also ${name}. Make a key that is used for nothing else.`,
      )
    }
  }
  return signers
}

/** Returns the signer at a time: the one that began last. Undefined where none has begun. */
export function findSigner(
  signers: readonly SigningKey[],
  now: Date,
): SigningKey | undefined {
  return signers
    .filter(({ from }) => from <= now)
    .sort((a, b) => b.from.getTime() - a.from.getTime())[0]
}

function readPrivateFile(field: string, file: string): string {
  try {
    const isPrivate = (statSync(file).mode & 0o077) === 0
    if (isPrivate) return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigurationError(`${field}: ${file} cannot be read.`)
  }
  throw new ConfigurationError(
    `${field}: ${file} can be read by others. Make it private: chmod 600 ${file}`,
  )
}

function readSigner(field: string, line: string, index: number): SigningKey {
  const [digits = '', time] = line.split(/\s+/)
  const from = time === undefined ? new Date(0) : new Date(time)
  const isTime = time === undefined || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time)
  const account = readAccount(digits)
  if (account && isTime && !Number.isNaN(from.getTime())) return { account, from }
  throw new ConfigurationError(
    `${field}: key ${index + 1} is ${account ? 'followed by what is no UTC time, like 2026-01-31T18:00:00Z' : 'not one of 64 hexadecimal digits that can sign'}.`,
  )
}

function readAccount(text: string): PrivateKeyAccount | undefined {
  const digits = text.replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) return undefined
  try {
    const key: Hex = `0x${digits}`
    return privateKeyToAccount(key)
  } catch {
    return undefined
  }
}

function readOtherAddress(key: string | undefined): string | undefined {
  return key === undefined ? undefined : readAccount(key.trim())?.address
}

function requireDifferent(field: string, signers: readonly SigningKey[]): void {
  const isUnique = (values: unknown[]) => new Set(values).size === values.length
  if (!isUnique(signers.map(({ account }) => account.address)))
    throw new ConfigurationError(`${field}: A key is listed twice.`)
  if (!isUnique(signers.map(({ from }) => from.getTime())))
    throw new ConfigurationError(
      `${field}: Two keys begin at the same time. Write the time from which the new one signs behind it.`,
    )
}
