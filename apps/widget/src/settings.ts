/** What the attributes of the element say. */
export type Settings = {
  /** Alias of the network, like `base`. */
  chain: string
  /** Address of the collection, or its slug where the API answers. */
  address: string
  /** As it was written; null where nobody is named. */
  ref: string | null
  /** Origin of the API, without a trailing slash. */
  api: string
  /** Nodes to ask before those that the API names. */
  rpcUrls: string[]
  /** Folder of the list files, with a trailing slash; null: where the API says. */
  lists: string | null
}

export const attributeNames = ['chain', 'address', 'ref', 'theme', 'rpc', 'lists', 'api']

/** Reads the attributes; a sentence for whoever wrote the page when they cannot be used. */
export function readSettings(element: HTMLElement): Settings | string {
  const chain = element.getAttribute('chain')?.trim().toLowerCase() ?? ''
  const address = element.getAttribute('address')?.trim() ?? ''
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(chain)) {
    return 'This panel needs a chain, like chain="base".'
  }
  if (!/^[0-9a-zA-Z-]{3,60}$/.test(address)) {
    return 'This panel needs the address of a collection, like address="0x…".'
  }
  // The script lies at /widget/ of its origin.
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

export function isAddress(text: string): text is `0x${string}` {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

function parseOrigin(address: string): string | null {
  const url = absolute(address)
  return url ? new URL(url).origin : null
}

/** An address of the web as it stands in the page; null for any other scheme. */
function absolute(address: string): string | null {
  const url = URL.parse(address, document.baseURI)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
