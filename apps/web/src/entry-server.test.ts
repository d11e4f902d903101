import { type Card, card, listCollections } from '@platemark/api/collections'
import { appConfig } from '@platemark/api/config'
import { currency } from '@platemark/api/currencies'
import { endpointUrl } from '@platemark/api/endpoint'
import { type Boot, readListPage } from '@platemark/api/routes'
import { describe, expect, test } from 'vitest'
import { renderPage } from './entry-server.tsx'

const config = appConfig.parse({
  product_name: 'Print Room',
  public_url: 'http://localhost:3000',
  networks: [
    {
      id: 31337,
      alias: 'local',
      name: 'Local',
      stack: 'evm',
      native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpc_urls: ['/rpc/local'],
      explorer: null,
      is_testnet: true,
      is_demo: true,
      confirmations: 0,
      sponsor_url: null,
      markets: [],
      contracts: null,
      behind_seconds: 240,
    },
  ],
  names: null,
  sign_in_chain_id: 31337,
  banner: null,
  read_only: null,
  bridge_url: null,
  lists_url: null,
  operator_name: 'Harbour Print Room',
  operator_contact: null,
  cross_app_wallet: null,
  has_demo_wallet: false,
  faucet_coins: null,
})

const ether = currency.parse({
  id: 'local',
  symbol: 'ETH',
  name: 'Ether',
  chain: 'local',
  chain_id: 31337,
  address: null,
  decimals: 18,
  usd_rate: 3000,
  usd_rate_at: null,
  stale: false,
  is_native: true,
  is_testnet: true,
  mint_allowed: true,
})

const shell: Boot['answers'] = [
  ['/api/config', { data: config }],
  ['/api/currency/list', { data: [ether] }],
]

function sampleCard(changes: Partial<Card> = {}): Card {
  const address = '0x2671c815cde05a8f2986ff771c8f5b242859ac70'
  const url = `/plates/local-${address}.svg`
  return card.parse({
    contract_id: 'one',
    chain_alias: 'local',
    contract_address: address,
    alias: 'low-sun',
    kind: 'drop',
    name: 'Low Sun',
    image: { url, small_url: url, medium_url: url, original_url: url, is_plate: true },
    creator: { address, name: null, avatar_url: null, account_chain: null },
    currency: 'ETH',
    minted: 1812,
    max_supply: 2000,
    state: 'live',
    next_change_at: null,
    created_at: '2026-11-01T00:00:00Z',
    price_wei: '1000000000000000',
    is_allowlist_only: false,
    mint_fee_wei: '0',
    ends_at: null,
    promoted_label: null,
    ...changes,
  })
}

function list(search: Record<string, string>, cards: Card[], total: number) {
  const url = endpointUrl(listCollections, { query: readListPage(search) })
  const meta = { page: 1, per_page: 24, total, last_page: Math.ceil(total / 24) }
  return [url, { data: cards, meta }] satisfies Boot['answers'][number]
}

const words = (html: string) =>
  html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('\u00a0', ' ')

const endingUrl = '/api/contract/list?sort_by=ending_soon&status=live'

/** Returns the addresses of the links that consist of text, by that text. */
function linksOf(html: string): Record<string, string> {
  const links = html.matchAll(/<a href="([^"]*)"[^>]*>([^<]+)<\/a>/g)
  return Object.fromEntries(
    [...links].map(([, href = '', text = '']) => [text, href.replaceAll('&amp;', '&')]),
  )
}

describe('the launchpad', () => {
  const home = (answers: Boot['answers']) =>
    renderPage('/', { route: 'launchpad', answers: [...shell, ...answers] })

  test('renders its title, its sections and their cards', async () => {
    const { html, status } = await home([
      ['/api/contract/promoted', { data: [sampleCard({ name: 'Tidewater' })] }],
      ['/api/contract/popular', { data: [sampleCard()] }],
      ['/api/contract/newest', { data: [sampleCard({ name: 'Kiln' })] }],
    ])
    expect(status).toBe(200)
    expect(html).toContain('<title>Print Room | Launchpad</title>')
    expect(html.match(/<h1/g)).toHaveLength(1)
    const headings = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text = '']) =>
      words(text).trim(),
    )
    expect(headings.slice(0, 4)).toEqual(['Tidewater', 'Popular', 'Newest', 'Trending'])
    expect(words(html)).toContain('0.001 ETH')
    expect(words(html)).toContain('Local, demo')
    expect(html).toContain('href="/collection/local/low-sun"')
  })

  test('shows prices with their fee, and always the public phase of a promotion', async () => {
    const phase = (
      phase_id: number,
      start: string,
      price_wei: string,
      limit: number,
    ) => ({
      phase_id,
      kind: phase_id === 255 ? 'public' : 'allowlist',
      title: phase_id === 255 ? 'Everyone' : `List ${phase_id}`,
      start,
      end: '2027-11-01T00:00:00Z',
      price_wei,
      max_per_wallet: limit,
      max_supply: null,
      minted: 0,
      list: null,
    })
    const fee = { mint_fee_wei: '100000000000000' }
    const promoted = {
      ...sampleCard({ ...fee, name: 'Meridian', next_change_at: '2027-11-01T00:00:00Z' }),
      description: '',
      phases: [
        phase(0, '2026-11-01T00:00:00Z', '1000000000000000', 2),
        phase(1, '2026-11-02T00:00:00Z', '2000000000000000', 2),
        phase(255, '2026-11-03T00:00:00Z', '3500000000000000', 5),
      ],
    }
    const { html } = await home([
      ['/api/contract/promoted', { data: [promoted] }],
      ['/api/contract/popular', { data: [sampleCard({ ...fee, price_wei: '0' })] }],
      [
        '/api/contract/newest',
        { data: [sampleCard({ ...fee, is_allowlist_only: true })] },
      ],
    ])
    const text = words(html).replace(/\s+/g, ' ').replaceAll(' ,', ',')
    expect(text).toContain('Everyone 0.0035 ETH + 0.0001 fee')
    expect(text).toContain('List 0 from 0.001 ETH + 0.0001 fee ~$3.30, allowlist only')
    expect(text).toContain('2,000 up to 5 per wallet')
    expect(text).toContain('Free + 0.0001 fee')
    expect(text).toContain('from 0.001 ETH + 0.0001 fee, allowlist only')
  })

  test('shortens a long price and keeps its exact form where keyboards reach it', async () => {
    const long = sampleCard({ price_wei: '1000000999000000000' })
    const { html } = await home([['/api/contract/newest', { data: [long] }]])
    const amount =
      /<span class="amount price"[^>]*>1\.000001\u00a0ETH<span[^>]*>[^<]*/.exec(html)
    expect(amount?.[0]).toMatch(
      /tabindex="0" aria-describedby="([^"]+)".*role="tooltip" id="\1"/,
    )
    expect(amount?.[0]).toMatch(/>1\.000000999\u00a0ETH$/)
  })

  test('leaves out failed reads, which the browser fetches again', async () => {
    const { html, status } = await home([
      ['/api/contract/newest', { data: [sampleCard({ name: 'Kiln' })] }],
    ])
    expect(status).toBe(200)
    expect(html).toContain('Kiln')
    expect(html).toContain('skeleton')
  })

  test('shows an empty state without collections', async () => {
    const { html } = await home([
      ['/api/contract/promoted', { data: [] }],
      ['/api/contract/popular', { data: [] }],
      ['/api/contract/newest', { data: [] }],
      ['/api/contract/starting', { data: [] }],
      [endingUrl, { data: [sampleCard({ ends_at: null })] }],
    ])
    expect(html).toContain('No mints yet')
    expect(html).toContain('Nothing new yet')
    expect(html).not.toContain('Starting soon')
    expect(html).not.toContain('Ending soon')
  })

  test('has rails of what starts and what ends soon, without what does not end', async () => {
    const kiln = sampleCard({ name: 'Kiln', ends_at: '2027-11-01T00:00:00Z' })
    const { html } = await home([
      ['/api/contract/starting', { data: [sampleCard({ name: 'Tidewater' })] }],
      [endingUrl, { data: [kiln, sampleCard({ name: 'Endless', ends_at: null })] }],
    ])
    const text = words(html)
    for (const shown of ['Starting soon', 'Tidewater', 'Ending soon', 'Kiln']) {
      expect(text).toContain(shown)
    }
    expect(text).not.toContain('Endless')
  })

  test('names the lagging network in the footer', async () => {
    const { html } = await home([])
    expect(words(html)).toContain('1 network, Local is 4 minutes behind')
  })

  test('renders nothing that depends on time zone or language', async () => {
    const opening = sampleCard({
      state: 'upcoming',
      next_change_at: '2026-11-24T23:30:00Z',
    })
    const { html } = await home([
      ['/api/contract/promoted', { data: [opening] }],
      ['/api/contract/newest', { data: [opening] }],
    ])
    expect(words(html)).toContain('24 Nov, 23:30 UTC')
    expect(words(html)).toContain('Opens 24 Nov')
  })
})

describe('the list of collections', () => {
  test('renders count, cards and page links', async () => {
    const { html, status } = await renderPage('/collections?sort_by=newest', {
      route: 'collections',
      answers: [...shell, list({ sort_by: 'newest' }, [sampleCard()], 60)],
    })
    expect(status).toBe(200)
    expect(html).toContain('<title>Print Room | Collections</title>')
    expect(words(html)).toContain('60')
    expect(html).toContain('href="/collections?sort_by=newest&amp;page=2"')
  })

  test('finds its response for any other parameters of the URL', async () => {
    const { html, status } = await renderPage(
      '/collections?utm_source=x&search=&sort_by=best&page=2',
      {
        route: 'collections',
        answers: [...shell, list({ page: '2' }, [sampleCard()], 60)],
      },
    )
    expect(status).toBe(200)
    expect(html).toContain('Low Sun')
  })

  test('names the filters without a match', async () => {
    const { html } = await renderPage('/collections?search=zzz&chain=local', {
      route: 'collections',
      answers: [...shell, list({ search: 'zzz', chain: 'local' }, [], 0)],
    })
    expect(words(html)).toContain('Nothing matches “zzz” on Local')
  })

  test('links to every state, price and kind, and marks the filters of the URL', async () => {
    const search = { chain: 'local', status: 'live', free: '1' }
    const { html } = await renderPage('/collections?status=live&chain=local&free=1', {
      route: 'collections',
      answers: [...shell, list(search, [sampleCard()], 1)],
    })
    const links = linksOf(html)
    expect(links).toMatchObject({
      'Any status': '/collections?chain=local&free=1',
      'Sold out': '/collections?chain=local&status=sold_out&free=1',
      'Any price': '/collections?chain=local&status=live',
      'Open edition': '/collections?chain=local&status=live&free=1&kind=open_edition',
    })
    expect(html.match(/aria-current="true">[^<]*/g)).toEqual(
      ['Live', 'Free', 'Any kind'].map((name) => `aria-current="true">${name}`),
    )
    for (const name of ['Live', 'Free']) {
      expect(html).toContain(`aria-label="Remove filter ${name}"`)
    }
    expect(links).not.toHaveProperty('24h')
  })

  test('has an interval for the orders that it limits, which is all time at first', async () => {
    const { html } = await renderPage('/collections?sort_by=newest&page=2', {
      route: 'collections',
      answers: [...shell, list({ sort_by: 'newest', page: '2' }, [sampleCard()], 30)],
    })
    expect(linksOf(html)['24h']).toBe('/collections?sort_by=newest&time_interval=24h')
    expect(html).toContain('aria-current="true">All time')
    expect(html).not.toContain('Remove filter')
  })

  test.each([
    ['status=live&free=1&kind=drop', 'No live, free drops'],
    ['status=sold_out&search=zzz', 'No sold out collections match “zzz”'],
    ['kind=open_edition&chain=local', 'No open editions on Local'],
    ['sort_by=newest&time_interval=1h', 'Nothing in the last hour'],
  ])('names the filters %s where nothing matches', async (query, title) => {
    const search = Object.fromEntries(new URLSearchParams(query))
    const { html } = await renderPage(`/collections?${query}`, {
      route: 'collections',
      answers: [...shell, list(search, [], 0)],
    })
    expect(words(html).split('\n')).toContain(title)
    expect(words(html)).toContain('Clear all filters')
  })
})

describe('the settings', () => {
  test('render a placeholder without a user, and no sign-in prompt', async () => {
    const { html, status } = await renderPage('/settings', {
      route: 'settings',
      answers: shell,
    })
    expect(status).toBe(200)
    expect(html).toContain('<title>Print Room | Profile</title>')
    expect(words(html)).toContain('Loading your profile')
    expect(words(html)).not.toContain('Sign in')
  })
})

describe('an unknown URL', () => {
  test('returns 404 and keeps the URL', async () => {
    const { html, status } = await renderPage('/nothing/low-sun', {
      route: '',
      answers: shell,
    })
    expect(status).toBe(404)
    expect(html).toContain('Page not found')
    expect(html).toContain('/nothing/low-sun')
    expect(html).toContain('value="low sun"')
  })

  test('covers a missing collection and the page of that name', async () => {
    const missing = await renderPage('/collection/local/low-sun', {
      route: 'collection',
      answers: [...shell, ['/api/contract/local/low-sun', null]],
    })
    expect(missing.status).toBe(404)
    expect(missing.html).toContain('Page not found')
    const named = await renderPage('/404', { route: '404', answers: shell })
    expect(named.status).toBe(404)
  })

  test("a blocked collection names the operator and the contract's location", async () => {
    const data = {
      chain_alias: 'local',
      contract_address: '0x2671c815cdE05a8f2986fF771c8F5b242859ac70',
      category: 'copy',
    }
    const answer = { error: { code: 'blocked' }, data }
    const { html } = await renderPage('/collection/local/low-sun', {
      route: 'collection',
      answers: [...shell, ['/api/contract/local/low-sun', answer]],
    })
    expect(html).toContain('This collection is not shown here')
    expect(html).toContain('Harbour Print Room, who runs this site, has')
    expect(html).toContain('0x2671…ac70')
    expect(html).not.toMatch(/low.sun/i)
  })
})

describe('the page of an account', () => {
  const address = '0x2671C815cDE05a8F2986ff771c8f5B242859Ac70'
  const render = async (search: string, collected: number, created: number) => {
    const collector = {
      ...{ address, name: null, avatar_url: null, bio: null, links: [] },
      ...{ has_account: true, account_chain: null, is_blocked: false },
      ...{ primary_name: null, contract_on: null, collection: null, first_mint_at: null },
      collected: { quantity: collected, collections: 1, is_exact: true, networks: [] },
      created: { collections: created, is_exact: true },
    }
    const { html } = await renderPage(`/collector/${address}${search}`, {
      route: 'collector',
      answers: [
        ...shell,
        [`/api/collector/${address}`, { data: collector }],
        [
          `/api/contract/list?creator=${address}`,
          { data: [sampleCard()], meta: { next_cursor: null } },
        ],
        [
          `/api/contract/list?creator=${address}&sort_by=oldest`,
          { data: [sampleCard()], meta: { next_cursor: null } },
        ],
        [`/api/tokens/list?owner=${address}`, { data: [], meta: { next_cursor: null } }],
      ],
    })
    const tab = /<nav class="tabs".*?<\/nav>/s.exec(html)?.[0] ?? ''
    return {
      current: /aria-current="true">(\w+)/.exec(tab)?.[1],
      hrefs: [...tab.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
        href.replace(`/collector/${address}`, ''),
      ),
      order: /<legend class="hide">Sort.*?aria-current="true">(\w+)/s.exec(html)?.[1],
      hasCard: html.includes('href="/collection/local/low-sun"'),
    }
  }

  test('opens on what was created while nothing is collected', async () => {
    expect(await render('', 0, 4)).toEqual({
      current: 'Created',
      hrefs: ['?tab=collected', '', '?tab=activity'],
      order: 'Newest',
      hasCard: true,
    })
    expect(await render('?tab=created', 3, 4)).toEqual({
      current: 'Created',
      hrefs: ['', '?tab=created', '?tab=activity'],
      order: 'Newest',
      hasCard: true,
    })
    expect(await render('', 3, 4)).toMatchObject({ current: 'Collected', hasCard: false })
    expect(await render('?tab=collected', 0, 4)).toMatchObject({ current: 'Collected' })
    expect(await render('?tab=created&sort_by=oldest', 0, 4)).toMatchObject({
      hasCard: true,
      order: 'Oldest',
    })
    expect(await render('', 0, 0)).toMatchObject({ current: 'Collected' })
  })
})

test('a free name is only offered as it seems while its network is silent', async () => {
  const address = '0x2671c815cde05a8f2986ff771c8f5b242859ac70'
  const names = {
    ...{ chain: 'local', chain_id: 31337, suffix: 'plate.test' },
    ...{ registry: address, resolver: address, reverse_registrar: null },
  }
  const check = {
    ...{ input: 'quiet-shore', name: 'quiet-shore', full_name: 'quiet-shore.plate.test' },
    ...{ token_id: '1', valid: true, available: true, status: 'available' },
    ...{ reason: null, reason_code: null, normalized: false, warnings: [] },
    price: { amount_wei: '500000000000000', currency: 'ETH', usd: 1.5 },
    suggestions: [],
  }
  const render = async (checked: 'chain' | 'cache') => {
    const { html } = await renderPage('/names/quiet-shore', {
      route: 'name',
      answers: [
        ...shell,
        ['/api/config', { data: { ...config, names } }],
        [
          '/api/names/quiet-shore/profile',
          { data: { check: { ...check, checked }, name: null } },
        ],
      ],
    })
    return words(html).replace(/\s+/g, ' ')
  }
  expect(await render('cache')).toContain(
    'seems available Local cannot be reached right now. We check again before you pay.',
  )
  expect(await render('chain')).toContain(
    'is available 11 characters. Paid once, no renewals.',
  )
})

test('user-written text is escaped', async () => {
  const { html } = await renderPage('/', {
    route: 'launchpad',
    answers: [
      ...shell,
      [
        '/api/contract/newest',
        { data: [sampleCard({ name: '</script><script>alert(1)</script>' })] },
      ],
    ],
  })
  expect(html).not.toContain('<script')
})

test('no rendered page has an inline script or style', async () => {
  for (const url of ['/', '/collections', '/nowhere']) {
    const { html } = await renderPage(url, { route: '', answers: shell })
    expect(html).not.toMatch(/<(script|style)/)
  }
})

test('without the configuration the page shows an error, with status 500', async () => {
  const { html, status } = await renderPage('/', { route: 'launchpad', answers: [] })
  expect(status).toBe(500)
  expect(html).toContain('data-ssr-error')
  expect(html).toContain('Something went wrong on our side')
  expect(html).not.toContain('offline')
})
