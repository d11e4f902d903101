/**
 * Returns whether two addresses are the same in any letter case; an absent one equals none.
 * viem's `isAddressEqual` brings its checksums into the first view and throws for what nodes misspell.
 */
export function isSameAddress(
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  return !!one && one.toLowerCase() === other?.toLowerCase()
}
