/** Returns the address of an item at a market from the one that the operator wrote. */
export function marketUrl(
  written: string,
  { contract, token }: { contract: string; token: string },
): string {
  return written
    .replaceAll('{contract}', encodeURIComponent(contract))
    .replaceAll('{token}', encodeURIComponent(token))
}
