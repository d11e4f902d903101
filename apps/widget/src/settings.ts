import { parseUrl } from '@platemark/api/parse-url'
import { parseAddress } from '@platemark/rules/parse-address'

/** Parsed attributes of the element. */
export type Settings = {
  /** Alias of the network, like `base`. */
  chain: string
  /** Address of the collection, or its slug where the API answers. */
  address: string
  /** As written; null without a referrer. */
  ref: string | null
  /** Origin of the API, without a trailing slash. */
  api: string
  /** Nodes that take precedence over those of the API. */
  rpcUrls: string[]
  /** URL of the folder of list files, with a trailing slash; null: the API's. */
  lists: string | null
}

export const attributeNames = ['chain', 'address', 'ref', 'theme', 'rpc', 'lists', 'api']

/**
 * Parses the attributes; returns a message for the page's author when they are invalid.
 */
export function readSettings(element: HTMLElement): Settings | string {
  const chain = element.getAttribute('chain')?.trim().toLowerCase() ?? ''
  const address = element.getAttribute('address')?.trim() ?? ''
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(chain)) {
    return 'This panel needs a chain, like chain="base".'
  }
  if (!/^[0-9a-zA-Z-]{3,60}$/.test(address)) {
    return 'This panel needs the address of a collection, like address="0x…".'
  }
  // A mint pays this address: a mistyped letter must not lead to another one.
  if (/^0x/i.test(address) && !parseAddress(address)) {
    return 'The attribute address has a typo. Copy the address of the collection again, with its letter case.'
  }
  // The script is served at /widget/ of its origin.
  const api = parseOrigin(element.getAttribute('api') ?? import.meta.url)
  if (!api) return 'The attribute api must be an address like https://example.com.'
  const folder = element.getAttribute('lists')
  const lists = folder === null ? null : absolute(folder)
  const rpcUrls = (element.getAttribute('rpc') ?? '').split(/[\s,]+/).filter(Boolean)
  const nodes = rpcUrls.map(absolute)
  if ((folder !== null && !lists) || nodes.includes(null)) {
    return 'The attributes rpc and lists must be web addresses.'
  }
  return {
    chain,
    address,
    ref: element.getAttribute('ref')?.trim() || null,
    api,
    rpcUrls: nodes.filter((url) => url !== null),
    lists: lists && `${lists.replace(/\/$/, '')}/`,
  }
}

function parseOrigin(address: string): string | null {
  const url = absolute(address)
  return url ? new URL(url).origin : null
}

/** Returns an absolute http(s) URL; null for any other scheme. */
function absolute(address: string): string | null {
  const url = parseUrl(address, document.baseURI)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
