/** A block explorer of a network. Its address has no trailing slash. */
type Explorer = { url: string }

/**
 * Returns the explorer's page of an address (a wallet or a contract), of a transaction by its
 * hash, or of a block by its number.
 */
export function explorerLink(
  { url }: Explorer,
  kind: 'address' | 'tx' | 'block',
  name: string,
): string {
  return `${url}/${kind}/${name}`
}

/** Returns the explorer's page of one token of a contract. */
export function explorerTokenLink(
  { url }: Explorer,
  contract: string,
  tokenId: string,
): string {
  return `${url}/token/${contract}?a=${tokenId}`
}
