import { WalletError } from '../errors.ts'
import { readField } from '../read-field.ts'

/** Pages of a provider app. */
export type ProviderPages = { connect: string; transact: string }

/** How long the provider may take to answer with its pages, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Reads where a provider app has its pages. Throws `provider_unavailable` where the wallet provider
 * does not answer, or answers without a usable address.
 */
export async function readProviderPages(
  apiUrl: string,
  appId: string,
): Promise<ProviderPages> {
  const url = `${apiUrl}/api/v1/apps/${appId}/cross-app/details`
  try {
    const response = await fetchWithin(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return parsePages(await response.json())
  } catch (cause) {
    throw new WalletError('provider_unavailable', { cause })
  }
}

async function fetchWithin(url: string): Promise<Response> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS)
  try {
    return await fetch(url, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      signal: stop.signal,
    })
  } finally {
    clearTimeout(timer)
  }
}

function parsePages(details: unknown): ProviderPages {
  const api = readField(details, 'custom_api_url')
  const connect = readField(details, 'custom_connect_url') ?? `${api}/cross-app/connect`
  const transact =
    readField(details, 'custom_transact_url') ?? `${api}/cross-app/transact`
  return { connect: toPage(connect), transact: toPage(transact) }
}

/** Checks that an address is one of the web, so that it runs no script of this page. */
function toPage(value: unknown): string {
  const { protocol, href } = new URL(String(value))
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`address of the provider has protocol ${protocol}`)
  return href
}
