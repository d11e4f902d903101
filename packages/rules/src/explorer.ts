/** A block explorer of a network. Its address has no trailing slash. */
type Explorer = { url: string }

/**
 * Where an explorer shows an address (a wallet or a contract), a transaction by its hash, or a
 * block by its number.
 */
export function explorerLink(
  { url }: Explorer,
  kind: 'address' | 'tx' | 'block',
  name: string,
): string {
  return `${url}/${kind}/${name}`
}

/** Where an explorer shows one token of a contract. */
export function explorerTokenLink(
  { url }: Explorer,
  contract: string,
  tokenId: string,
): string {
  return `${url}/token/${contract}?a=${tokenId}`
}
