import { FROZEN_CAMPAIGN, GIVEN_CAMPAIGN } from '../campaigns.ts'
import { GIVEN_NAME } from '../names.ts'
import { ada } from '../server.ts'
import type { Fixtures } from './fixtures.ts'
import type { Prng } from './prng.ts'
import type { Parts, Target } from './request.ts'

/** Builds requests of pages, files, documents and the chain proxy. */
export function pageParts(
  { method, path }: Target,
  fixtures: Fixtures,
  prng: Prng,
): Parts {
  const isPage =
    !/^\/(api|academy-files|files|lists|marks|plates|rpc|robots|og|sitemap|llms|widget)/.test(
      path,
    )
  const name = path.startsWith('/files/')
    ? fixtures.files.picture
    : path.startsWith('/lists/')
      ? fixtures.files.list
      : /^\/(api\/)?names\//.test(path)
        ? GIVEN_NAME
        : `local-${prng.pick(fixtures.collections).toLowerCase()}.svg`
  const address = /\/(collector|achievement)\//.test(path)
    ? ada.address
    : prng.pick(fixtures.collections)
  return {
    method,
    path,
    params: {
      name,
      address,
      file: fileOf(path, address),
      alias: aliasOf(path) ?? prng.pick(fixtures.collections),
      locale: 'en',
      chain: 'local',
      sender: ada.address,
      contract_id: '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a77',
      ticket: 'a'.repeat(64),
      digits: 'a'.repeat(24),
      tier: 'gold',
    },
    query: path === '/collections' ? Object.entries(prng.pick(listQueries)) : [],
    body: method === 'POST' ? prng.pick(rpcCalls) : undefined,
    form: undefined,
    headers: isPage ? { accept: 'text/html' } : {},
    as: 'visitor',
  }
}

/** Network of the chain proxy, or article; undefined for collections. */
function aliasOf(path: string): string | undefined {
  if (path.startsWith('/rpc')) return 'local'
  if (/\/og\/card|(result\.csv|inputs\.json|correction\.csv)$/.test(path))
    return FROZEN_CAMPAIGN
  if (path.includes('campaign')) return GIVEN_CAMPAIGN
  return path.startsWith('/academy') ? 'wallet-basics' : undefined
}

/** Share image, mark, picture of an article, or page of the sitemap. */
function fileOf(path: string, address: string): string {
  if (path.startsWith('/academy-files')) return 'cover.svg'
  if (path.startsWith('/og/academy')) return 'wallet-basics.png'
  if (path.startsWith('/marks/emblems')) return 'burin.svg'
  if (path.startsWith('/marks/medals')) return 'early_bird.svg'
  if (path.startsWith('/marks/networks')) return 'local.svg'
  if (path.startsWith('/marks')) return 'pending.svg'
  if (path.startsWith('/sitemap')) return 'first.xml'
  if (path.startsWith('/og/campaign')) return `${GIVEN_CAMPAIGN}.png`
  if (path.startsWith('/og/card')) return `${ada.address}.png`
  if (path.startsWith('/og/achievement')) return 'welcome.png'
  if (path.startsWith('/og/name')) return `${GIVEN_NAME}.png`
  return path.startsWith('/og/token') ? '1.png' : `${address}.png`
}

const listQueries = [
  {},
  { sort_by: 'newest' },
  { search: 'tide', page: '2' },
  { chain: 'local' },
]

const rpcCalls = [
  { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
  [{ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }],
  { jsonrpc: '2.0', id: 1, method: 'anvil_reset', params: [] },
]
