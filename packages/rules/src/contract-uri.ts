/** Returns a URI with `{address}` replaced by the contract in lower case, as the contract does. */
export function insertContractAddress(uri: string, contract: string): string {
  return uri.replace('{address}', contract.toLowerCase())
}
