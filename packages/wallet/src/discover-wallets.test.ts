import { afterEach, expect, test, vi } from 'vitest'
import { discoverWallets, type FoundWallet } from './discover-wallets.ts'
import { listWallets } from './list-wallets.ts'

afterEach(() => void vi.useRealTimers())

/** A page with the announcements given; each is repeated on request, as by extensions. */
function openPage(announced: unknown[] = [], ethereum?: unknown) {
  const page = Object.assign(
    new EventTarget(),
    ethereum === undefined ? {} : { ethereum },
  )
  const announce = (detail: unknown) =>
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', () => announced.forEach(announce))
  let found: FoundWallet[] = []
  const discovery = discoverWallets((wallets) => {
    found = wallets
  }, page)
  return {
    page,
    announce,
    discovery,
    names: () => listWallets(found).ready.map(({ name }) => name),
    found: () => found,
  }
}

const provider = (flags = {}) => ({ request: async () => null, ...flags })
const icon = 'data:image/png;base64,AAAA'
const announcement = (info: Record<string, unknown>, one: unknown = provider()) => ({
  info: { uuid: 'a', icon, ...info },
  provider: one,
})
const trust = announcement({ rdns: 'com.trustwallet.app', name: 'Trust Wallet' })
const rabby = announcement({ rdns: 'io.rabby', name: 'Rabby' })
const demo = announcement({ rdns: 'demo', name: 'Demo wallet' })
const abstract = announcement({ rdns: 'xyz.abs.privy', name: 'Abstract' })

test('every announced wallet is found once, in the order of the dialog', () => {
  const { names, announce } = openPage([trust, rabby, demo, trust])
  expect(names()).toEqual(['Demo wallet', 'Rabby Wallet', 'Trust Wallet'])
  announce(announcement({ rdns: 'COM.TrustWallet.app', name: 'Again', uuid: 'b' }))
  announce(announcement({ rdns: 'io.zerion.wallet', name: 'Zerion', uuid: 'c' }))
  expect(names()).toEqual(['Demo wallet', 'Rabby Wallet', 'Zerion', 'Trust Wallet'])
})

test.each([
  ['', 'an.app'],
  [' \u200b\u2800 ', 'an.app'],
  [undefined, 'an.app'],
  [7, 'an.app'],
  ['<b>Fox</b>\n\tWallet', '<b>Fox</b> Wallet'],
  ['\u202eteleW', 'teleW'],
  ['👩‍🎨 Paint', '👩‍🎨 Paint'],
  ['x'.repeat(500), `${'x'.repeat(39)}…`],
])('a wallet named %j is offered as %j', (name, shown) => {
  expect(openPage([announcement({ rdns: 'an.app', name })]).names()).toEqual([shown])
})

test.each([undefined, '', 'no domain', 'demo.', `a.${'b'.repeat(80)}`, 5])(
  'a wallet with the id %j is offered, and has the same short id at the next visit',
  (rdns) => {
    const odd = announcement({ rdns, name: 'Odd One' })
    const [first] = openPage([odd, odd]).found()
    expect(openPage([odd]).found()).toEqual([first])
    expect(first).toMatchObject({ id: 'wallet:odd-one', name: 'Odd One' })
  },
)

test('two wallets of one name are both offered, with their ids; also beside a known name', () => {
  const { found } = openPage([
    announcement({ rdns: 'a.one', name: 'Same' }),
    announcement({ rdns: 'b.two', name: 'SAME' }),
    announcement({ rdns: 'c.three', name: 'MetaMask' }),
    announcement({ name: 'Odd One' }),
    announcement({ name: 'Odd One' }),
  ])
  const rows = listWallets(found()).ready.map(({ id, detail }) => [id, detail])
  expect(rows).toEqual([
    ['a.one', 'a.one'],
    ['b.two', 'b.two'],
    ['c.three', 'c.three'],
    ['wallet:odd-one', 'wallet:odd-one'],
    ['wallet:odd-one-2', 'wallet:odd-one-2'],
  ])
})

test.each([
  ['a URL', 'https://icons.example/fox.png', null],
  ['nothing', undefined, null],
  ['a page', 'data:text/html,<b>', null],
  ['a huge picture', `data:image/png;base64,${'A'.repeat(300_000)}`, null],
  ['a picture after a line break', `\n${icon}`, icon],
])('of an icon that is %s, only a data URI of a picture is kept', (_, given, kept) => {
  const wallet = announcement({ rdns: 'an.app', name: 'App', icon: given })
  expect(openPage([wallet]).found()[0]?.icon).toBe(kept)
})

test('announcements without a provider, and broken ones, are dropped', () => {
  const broken = {
    get info() {
      throw new Error('no')
    },
  }
  const { names, announce } = openPage([
    ...[undefined, null, 'x', {}, broken, { info: {} }, announcement({}, {})],
    trust,
  ])
  announce(announcement({ rdns: 'x.y' }, { request: 1 }))
  expect(names()).toEqual(['Trust Wallet'])
})

test('a lone window.ethereum is "Browser wallet", also beside wallets of the page', () => {
  expect(openPage([], provider()).names()).toEqual(['Browser wallet'])
  expect(openPage([], provider({ isMetaMask: true })).names()).toEqual(['Browser wallet'])
  expect(openPage([demo, abstract], provider()).names()).toEqual([
    ...['Demo wallet', 'Abstract', 'Browser wallet'],
  ])
  for (const odd of [null, 5, {}, { request: 'x' }]) {
    expect(openPage([], odd).names()).toEqual([])
  }
})

test.each([
  [{ isRabby: true, isMetaMask: true }, 'Rabby Wallet'],
  [{ isZerion: true }, 'Zerion'],
  [{ isOkxWallet: true }, 'OKX Wallet'],
])('window.ethereum with the flags %j is %s', (flags, name) => {
  expect(openPage([], provider(flags)).names()).toEqual([name])
})

test('window.ethereum that is an announced wallet, or wraps one, is no second one', () => {
  const same = provider({ isRabby: true, isMetaMask: true })
  const announced = announcement({ rdns: 'io.rabby', name: 'Rabby' }, same)
  expect(openPage([announced], same).names()).toEqual(['Rabby Wallet'])
  expect(openPage([announced], new Proxy(same, {})).names()).toEqual(['Rabby Wallet'])
  expect(openPage([announced], provider()).names()).toEqual(['Rabby Wallet'])
  expect(openPage([rabby], provider({ isRabby: true })).names()).toEqual(['Rabby Wallet'])
})

test('window.ethereum with a flag that no announced wallet has is another wallet', () => {
  expect(openPage([rabby], provider({ isOld: true })).names()).toEqual([
    'Rabby Wallet',
    'Browser wallet',
  ])
})

test('each of window.ethereum.providers is offered that is not announced', () => {
  const one = provider({ isZerion: true })
  const providers = [one, provider({ isA: true }), provider(), null, one]
  const { names, announce } = openPage([], provider({ providers }))
  expect(names()).toEqual(['Zerion', 'Browser wallet', 'Browser wallet 2'])
  announce(announcement({ rdns: 'io.zerion.wallet', name: 'Zerion' }, one))
  expect(names()).toEqual(['Zerion', 'Browser wallet'])
})

test('a wallet that is late is found: announced, with an event, or without any', () => {
  vi.useFakeTimers()
  const { page, names, announce, discovery } = openPage()
  Object.assign(page, { ethereum: provider() })
  page.dispatchEvent(new Event('ethereum#initialized'))
  expect(names()).toEqual(['Browser wallet'])
  announce(trust)
  expect(names()).toEqual(['Trust Wallet'])
  discovery.stop()

  const silent = openPage([demo, abstract])
  vi.advanceTimersByTime(20_000)
  Object.assign(silent.page, { ethereum: provider() })
  vi.advanceTimersByTime(500)
  expect(silent.names()).toEqual(['Demo wallet', 'Abstract', 'Browser wallet'])
  expect(vi.getTimerCount()).toBe(0)

  const empty = openPage()
  vi.advanceTimersByTime(120_000)
  expect(vi.getTimerCount()).toBe(0)
  Object.assign(empty.page, { ethereum: provider() })
  empty.discovery.refresh()
  expect(empty.names()).toEqual(['Browser wallet'])
  empty.discovery.stop()
})
