/**
 * Returns whether two addresses are the same in any letter case; an absent one equals none.
 * viem's `isAddressEqual` makes the first view larger and throws for malformed addresses.
 */
export function isSameAddress(
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  return !!one && one.toLowerCase() === other?.toLowerCase()
}

/** Returns an address in lower case, as tables and keys have it. */
export function toLowerAddress(address: `0x${string}`): `0x${string}` {
  // Safe: lower-casing hex digits keeps an address an address.
  return address.toLowerCase() as `0x${string}`
}

/**
 * Returns whether a text looks like an address, in any letter case: for look-ups, where a wrong
 * checksum finds nothing and costs nothing. `parseAddress` is for everything else; its checksum
 * makes the first view larger.
 */
export function hasAddressShape(text: string): text is `0x${string}` {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}
