import { readFileSync } from 'node:fs'
import type { Hex, PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { CommandError } from './command-error.ts'

/**
 * Returns the account of a private key in a file or an environment variable, never in an argument:
 * those end up in shell history and process lists. Throws `CommandError` without the text it read.
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
    return readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new CommandError(
      `--key-file: ${file} ${isMissing ? 'does not exist' : 'cannot be read'}.`,
    )
  }
}
