import { readFileSync, statSync } from 'node:fs'
import type { Hex, PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ConfigurationError } from './fields.ts'

/** A key of the gateway. The account signs, and has no field that holds the key. */
export type GatewaySigner = {
  account: PrivateKeyAccount
  /** It signs from this time on, until another one begins. */
  from: Date
}

/** Where keys may come from. */
type KeySource = {
  /** Path of a file that only its owner can read. */
  file: string | null
  environment: Record<string, string | undefined>
}

/** Variables with keys of other uses. */
const OTHER_KEYS = ['DEPLOYER_KEY', 'PLATEMARK_PRIVATE_KEY']
const FIELD = 'names.gateway_key_file'

/**
 * Reads the keys of the gateway: a line or a part between commas for each, and behind it the time
 * from which it signs, unless it signs already. Throws `ConfigurationError`, which never repeats a
 * key.
 */
export function readGatewaySigners({ file, environment }: KeySource): GatewaySigner[] {
  const text = file === null ? environment.NAMES_GATEWAY_KEYS : readPrivateFile(file)
  const lines = (text ?? '').split(/[\n,]/).map((line) => line.replace(/#.*/, '').trim())
  const signers = lines.filter((line) => line !== '').map(readSigner)
  if (signers.length === 0) {
    throw new ConfigurationError(
      `${FIELD}: The gateway needs a key to sign with, in this file or in NAMES_GATEWAY_KEYS of the environment.`,
    )
  }
  requireDifferent(signers)
  for (const name of OTHER_KEYS) {
    const other = readOtherAddress(environment[name])
    if (signers.some(({ account }) => account.address === other)) {
      throw new ConfigurationError(
        `${FIELD}: A key of the gateway is also ${name}. Make a key that is used for nothing else.`,
      )
    }
  }
  return signers
}

/** Returns the signer at a time: the one that began last. Undefined where none has begun. */
export function findSigner(
  signers: readonly GatewaySigner[],
  now: Date,
): GatewaySigner | undefined {
  return signers
    .filter(({ from }) => from <= now)
    .sort((a, b) => b.from.getTime() - a.from.getTime())[0]
}

function readPrivateFile(file: string): string {
  try {
    const isPrivate = (statSync(file).mode & 0o077) === 0
    if (isPrivate) return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigurationError(`${FIELD}: ${file} cannot be read.`)
  }
  throw new ConfigurationError(
    `${FIELD}: ${file} can be read by others. Make it private: chmod 600 ${file}`,
  )
}

function readSigner(line: string, index: number): GatewaySigner {
  const [digits = '', time] = line.split(/\s+/)
  const from = time === undefined ? new Date(0) : new Date(time)
  const isTime = time === undefined || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time)
  const account = readAccount(digits)
  if (account && isTime && !Number.isNaN(from.getTime())) return { account, from }
  throw new ConfigurationError(
    `${FIELD}: key ${index + 1} is ${account ? 'followed by what is no UTC time, like 2026-01-31T18:00:00Z' : 'not one of 64 hexadecimal digits that can sign'}.`,
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

function requireDifferent(signers: readonly GatewaySigner[]): void {
  const isUnique = (values: unknown[]) => new Set(values).size === values.length
  if (!isUnique(signers.map(({ account }) => account.address)))
    throw new ConfigurationError(`${FIELD}: A key is there twice.`)
  if (!isUnique(signers.map(({ from }) => from.getTime())))
    throw new ConfigurationError(
      `${FIELD}: Two keys begin at the same time. Write the time from which the new one signs behind it.`,
    )
}
