/** Place that the base URI of a contract names. */
export type BasePlace =
  | { kind: 'ipfs'; cid: string; gatewayUrl: string }
  | { kind: 'site' }
  | { kind: 'contract' }
  | { kind: 'elsewhere'; host: string }
  | { kind: 'none' }

/** Public gateway of the IPFS foundation, for people without a node. */
const GATEWAY = 'https://ipfs.io/ipfs/'

/** Returns where the metadata of a contract is read from; `siteBaseUri` is that of this site. */
export function locateBase(baseUri: string, siteBaseUri: string): BasePlace {
  if (baseUri === siteBaseUri) return { kind: 'site' }
  if (/^data:/i.test(baseUri)) return { kind: 'contract' }
  const [, cid, path = ''] =
    /^ipfs:\/\/(?:ipfs\/)?([a-z0-9]{46,})(\/.*)?$/i.exec(baseUri) ?? []
  if (cid !== undefined) {
    return { kind: 'ipfs', cid, gatewayUrl: `${GATEWAY}${cid}${encodeURI(path)}` }
  }
  const host = parseHost(baseUri)
  return host === undefined ? { kind: 'none' } : { kind: 'elsewhere', host }
}

function parseHost(text: string): string | undefined {
  try {
    const { host, protocol } = new URL(text)
    return host || protocol
  } catch {
    return undefined
  }
}
