import { readFileSync, statSync } from 'node:fs'
import type { Hex, PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { CommandError } from './command-error.ts'

/**
 * Returns the account of a private key in a file or an environment variable, never in an argument:
 * those end up in shell history and process lists. A file that others can read is refused. Throws
 * `CommandError` without the text it read.
 */
export function readSigningAccount(
  file: string | undefined,
  variable: string,
  environment: NodeJS.ProcessEnv,
): PrivateKeyAccount {
  const text = (file === undefined ? environment[variable] : readKeyFile(file))?.trim()
  if (!text) {
    throw new CommandError(
      `A key is needed to sign: --key-file FILE, or ${variable} in the environment.`,
    )
  }
  const digits = text.replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) {
    throw new CommandError('The private key must be 64 hexadecimal digits.')
  }
  const key: Hex = `0x${digits}`
  try {
    return privateKeyToAccount(key)
  } catch {
    throw new CommandError('The private key is not one that can sign.')
  }
}

function readKeyFile(file: string): string {
  try {
    const { mode } = statSync(file)
    if ((mode & 0o077) !== 0) throw new CommandError(describeWideMode(file, mode))
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof CommandError) throw error
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new CommandError(
      `--key-file: ${file} ${isMissing ? 'does not exist' : 'cannot be read'}.`,
    )
  }
}

function describeWideMode(file: string, mode: number): string {
  const digits = (mode & 0o777).toString(8).padStart(4, '0')
  return `--key-file: others on this machine may read ${file} (mode ${digits}). Make it yours alone: chmod 600 ${file}`
}
