import { foldSearchText } from './search-fold.ts'
import { tidySearchText } from './search-text.ts'

/** Target of a search. Addresses are lower case. */
export type SearchTarget =
  /** Part of a name, symbol or alias, folded. */
  | { kind: 'text'; text: string }
  /** A collection or an account. */
  | { kind: 'address'; address: `0x${string}` }
  /** The beginning of an address, and its end where it was shortened; or text. */
  | { kind: 'part'; start: string; end: string; text: string }
  /** A collection by the link of its page. */
  | { kind: 'page'; chain: string; alias: string }

/**
 * Parses a search: text, an address in any letter case, with or without `0x` or the prefix of a
 * network, shortened as pages show it, or a link to a collection, token or account here, at an
 * explorer or at a market.
 */
export function parseSearch(written: string): SearchTarget {
  const text = tidySearchText(written)
  const link = LINK.exec(text)
  return (link?.groups && parseLink(link.groups)) || parseWords(text)
}

/** A link with or without a scheme; its path has a slash, which the names of hosts end before. */
const LINK =
  /^(?:https?:\/\/)?(?<host>[^\s/?#]*[.:][^\s/?#]+|localhost)?(?<path>\/[^\s?#]*)(?<rest>[?#].*)?$/i

const ADDRESS = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/i
const BARE_ADDRESS = /^[0-9a-f]{40}$/i
const START = /^0x[0-9a-f]{4,39}$/i
const SHORTENED = /^(0x[0-9a-f]{4,38})\.{2,3}([0-9a-f]{2,})$/i

function parseLink({
  path = '',
  rest = '',
}: Record<string, string>): SearchTarget | null {
  const address = ADDRESS.exec(path)
  if (address) return toAddress(address[0])
  const segments = path.split('/').filter((segment) => segment !== '')
  const place = segments.indexOf('collection')
  const [chain, alias] = place < 0 ? [] : segments.slice(place + 1)
  if (chain && alias) {
    return { kind: 'page', chain: chain.toLowerCase(), alias: alias.toLowerCase() }
  }
  const asked = new URLSearchParams(rest.replace(/^\?|#.*$/g, '')).get('search')
  if (asked) return parseWords(tidySearchText(asked))
  const inQuery = ADDRESS.exec(rest)
  if (inQuery) return toAddress(inQuery[0])
  const last = segments.at(-1)
  return last === undefined ? null : parseWords(tidySearchText(decodeSegment(last)))
}

function parseWords(text: string): SearchTarget {
  const address = ADDRESS.exec(text)
  if (address) return toAddress(address[0])
  if (BARE_ADDRESS.test(text)) return toAddress(`0x${text}`)
  const folded = foldSearchText(text)
  const [, start = START.exec(text)?.[0], end = ''] = SHORTENED.exec(text) ?? []
  if (start === undefined) return { kind: 'text', text: folded }
  return {
    ...{ kind: 'part', start: start.toLowerCase() },
    ...{ end: end.toLowerCase(), text: folded },
  }
}

function toAddress(text: string): SearchTarget {
  return { kind: 'address', address: `0x${text.slice(2).toLowerCase()}` }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
