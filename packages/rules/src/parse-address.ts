import { type Address, getAddress, isAddress } from 'viem'

/**
 * Parses an address that a person wrote or copied: from a link, an attribute, browser storage, a
 * file, a setting or an option. Returns it with its EIP-55 checksum; null for anything but `0x` and
 * 40 hex digits, and for mixed letter case that is not the checksum, which means a mistyped letter.
 * One case throughout carries no checksum. Whatever pays, entitles or calls an address takes it
 * from here, because viem throws for a wrong checksum when it encodes a call; look-ups, which take
 * any letter case, use `hasAddressShape`.
 */
export function parseAddress(text: string | null | undefined): Address | null {
  const trimmed = text?.trim() ?? ''
  if (!isAddress(trimmed, { strict: false })) return null
  const digits = trimmed.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  const address = getAddress(trimmed)
  return isMixed && trimmed !== address ? null : address
}
