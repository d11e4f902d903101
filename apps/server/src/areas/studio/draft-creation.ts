import { type Hex, isHex } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { DraftRow } from './queries/drafts.ts'

/** Seconds for which the factory accepts a prepared transaction, by the chain's time. */
const PREPARED_SECONDS = 15 * 60

/** Returns the deadline in unix seconds: the prepared one, or enough time to sign. */
export function creationDeadline(
  { deadline }: Pick<DraftRow, 'deadline'>,
  now: number,
): number {
  return deadline ? Math.floor(deadline.getTime() / 1000) : now + PREPARED_SECONDS
}

/**
 * Returns the prepared salt, or the next one, which is unique per draft and version: 16 bytes of
 * the draft's id, so that the chain keeps it, and 16 of the version.
 */
export function creationSalt({ id, version, salt }: DraftRow): Hex {
  if (salt !== null) return requireHex(salt)
  return `0x${id.replaceAll('-', '')}${version.toString(16).padStart(32, '0')}`
}

/** Returns the id of the draft that a salt of `creationSalt` begins with. */
export function readDraftId(salt: string): string {
  const [, ...parts] = /^0x(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(salt) ?? []
  return parts.join('-')
}

/** Returns the base URL of metadata; `{address}` is filled in by the contract. */
export function metadataUrl(
  { configuration }: Pick<AppContext, 'configuration'>,
  { alias }: Pick<Chain, 'alias'>,
): string {
  return `${configuration.public_url}/metadata/${alias}/{address}/`
}

/** Checks that a stored text is hexadecimal. Throws otherwise. */
export function requireHex(text: string): Hex {
  if (!isHex(text)) throw new Error(`value is not hexadecimal: got ${text}`)
  return text
}
