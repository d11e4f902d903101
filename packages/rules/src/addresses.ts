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
