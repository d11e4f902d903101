import { describe, expect, test } from 'vitest'
import type { Facts, WalletFacts } from './facts.ts'
import {
  type ConnectedWallet,
  createModel,
  type Model,
  toMintOrder,
  toMintState,
} from './model.ts'
import type { Child } from './render.ts'
import { panelView } from './view.ts'
import type { Actions } from './view-props.ts'

const now = 1_795_356_000
const milli = 10n ** 15n
const creator = '0x2222222222222222222222222222222222222222'

const club = {
  phaseId: 0,
  title: 'Print Club',
  start: now - 3600,
  end: now + 3600,
  priceWei: milli,
  maxPerWallet: 3,
  maxSupply: 300,
  minted: 216,
}
const later = {
  ...club,
  phaseId: 255,
  title: 'Public',
  start: now + 60,
  priceWei: 2n * milli,
  maxPerWallet: 5,
  maxSupply: null,
  minted: 0,
}
const terms = { isPaused: false, minted: 212, maxSupply: 500, phases: [club] }
const facts: Facts = {
  source: 'api',
  contract: '0x1176e3eb49920cf5feb13ae98fc00b7441f903b9',
  name: 'Tidewater',
  kind: 'drop',
  creator: { address: creator, name: 'saltworks' },
  image: 'https://site.example/tidewater.webp',
  network: {
    id: 8453,
    alias: 'base',
    name: 'Base',
    coin: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
    explorer: { url: 'https://explorer.example' },
    isDemo: false,
    stack: 'op',
    confirmations: 60,
  },
  terms,
  mintFeeWei: milli / 10n,
  rate: 3000,
  lists: [],
  listsUrl: 'https://site.example/lists/',
  hasUnreadLists: false,
  site: {
    product: 'Platemark',
    origin: 'https://site.example',
    page: 'https://site.example/collection/base/tidewater',
    bridge: 'https://bridge.example',
  },
}
const own = { ...club, isListed: true, used: 1, allowed: 3 }
const known: WalletFacts = { balanceWei: 10n ** 18n, phases: [own], entries: [] }
const wallet: ConnectedWallet = {
  id: 'io.rabby',
  name: 'Rabby Wallet',
  address: '0x8f31000000000000000000000000000000002c90',
  chainId: 8453,
  facts: known,
  isUnreachable: false,
}
const settings = {
  chain: 'base',
  address: facts.contract,
  ref: null,
  api: 'https://site.example',
  rpcUrls: [],
  lists: null,
}

test('the choice lists the found wallets in order, with the id of one that takes a known name', () => {
  const provider = { request: async () => null }
  const found = [
    { id: 'injected', name: 'Browser wallet' },
    { id: 'evil.example', name: 'MetaMask' },
    { id: 'io.rabby', name: 'Rabby Wallet' },
  ].map((one) => ({ ...one, icon: null, provider }))
  expect(textOf(modelOf({ choosing: found }))).toMatch(
    /Rabby Wallet.*MetaMask, evil\.example.*Browser wallet/s,
  )
})

describe('every state of the panel', () => {
  const openLater = { ...later, isListed: true, used: 0, allowed: 5 }
  const withLater = { ...facts, terms: { ...terms, phases: [club, later] } }
  const knows = (changes: Partial<WalletFacts>) => ({
    ...wallet,
    facts: { ...known, ...changes },
  })
  const sent = {
    step: 'sent',
    quantity: 2,
    hash: '0x5b',
    totalWei: 0n,
    sentAt: 0,
  } as const
  const minted = {
    quantity: 2,
    requested: 2,
    tokenIds: ['213', '214'],
    hash: '0x5b',
    spentWei: milli,
    returnedWei: 0n,
  }

  test.each<[state: string, changes: Partial<Model>, says: string[]]>([
    ['unavailable', { problem: 'network' }, ['Base is not answering', 'Try again now']],
    [
      'unavailable',
      { wallet, facts: { ...facts, terms: { ...terms, isUnreadable: true } } },
      ['Cannot be minted here', 'what it shows may be wrong'],
    ],
    [
      'paused',
      { facts: { ...facts, terms: { ...terms, isPaused: true } } },
      ['Minting is paused', 'See the change log'],
    ],
    ['pending_tx', { wallet, attempt: sent }, ['Minting 2.', 'View transaction']],
    [
      'pending_tx',
      { wallet, attempt: { ...sent, step: 'unseen' } },
      ['may wait for other signatures', 'Waiting for your wallet to send it'],
    ],
    [
      'success',
      { wallet, result: minted },
      ['#213 and #214 are yours', 'Share', 'View items', 'Mint more'],
    ],
    [
      'sold_out',
      { facts: { ...facts, terms: { ...terms, minted: 500 } } },
      ['All 500 are minted', 'Sold out', 'More by saltworks'],
    ],
    [
      'ended',
      { facts: { ...facts, terms: { ...terms, phases: [{ ...club, end: now }] } } },
      ['Minting has ended', 'See all 212 items'],
    ],
    [
      'no_phase',
      { facts: { ...facts, terms: { ...terms, phases: [] } } },
      ['No mint date yet', 'More by saltworks'],
    ],
    [
      'not_started',
      { facts: { ...facts, terms: { ...terms, phases: [later] } } },
      [
        'The Public phase opens on',
        'opens in 00:01:00',
        'Connect Wallet',
        'Add to calendar',
      ],
    ],
    [
      'disconnected',
      {},
      [
        'from 0.001\u00a0ETH + 0.0001\u00a0fee, allowlist only',
        'ends in 01:00:00',
        '84 left in phase',
      ],
    ],
    [
      'wrong_chain',
      { wallet: { ...wallet, chainId: 1 } },
      ['Switch to Base', 'Your wallet is on another network'],
    ],
    ['checking', { wallet: { ...wallet, facts: null } }, ['Checking eligibility']],
    [
      'not_eligible',
      {
        facts: withLater,
        wallet: knows({ phases: [{ ...own, isListed: false }, openLater] }),
      },
      [
        'Not on the Print Club list',
        'Public0.002\u00a0ETH + 0.0001\u00a0fee',
        'Use another wallet',
      ],
    ],
    [
      'wallet_limit',
      { facts: withLater, wallet: knows({ phases: [{ ...own, used: 3 }, openLater] }) },
      ["You've reached the limit (3)", '3 of 3 used', 'Add Public to calendar'],
    ],
    [
      'phase_sold_out',
      {
        facts: withLater,
        wallet: knows({ phases: [{ ...own, minted: 300 }, openLater] }),
      },
      [
        'The Print Club phase is sold out',
        '0 left in phase',
        'Public0.002\u00a0ETH + 0.0001\u00a0fee',
      ],
    ],
    [
      'insufficient_funds',
      { wallet: knows({ balanceWei: milli }), quantity: 2 },
      ['0.0012\u00a0ETH short', 'Bridge ETH to Base'],
    ],
    [
      'ready',
      { wallet, quantity: 2, networkFeeWei: milli / 1000n },
      ['2 items, including all fees0.002201\u00a0ETH', '~$6.61', '1 of 3 used', 'Mint 2'],
    ],
  ])('%s is rendered with its next action', (code, changes, says) => {
    const model = modelOf(changes)
    expect(toMintState(model)?.code).toBe(code)
    const text = textOf(model)
    for (const sentence of says) expect(text).toContain(sentence)
  })
})

describe('unknown values', () => {
  const alone: Facts = { ...facts, source: 'chain', image: null, rate: null, site: null }

  test('are omitted without an API response, with a note', () => {
    const model = modelOf({ facts: alone, wallet })
    const text = textOf(model)
    expect(text).toContain('so this panel reads Base itself')
    expect(text).not.toContain('~$')
    expect(linksOf(model)).toEqual([`https://explorer.example/address/${facts.contract}`])
  })

  test('include lists that were not found: a note, and a retry when nothing else is offered', () => {
    const unread = { ...alone, hasUnreadLists: true }
    expect(textOf(modelOf({ facts: unread }))).toContain(
      'Allowlist phases could not be read',
    )
    const empty = { ...unread, terms: { ...terms, phases: [] } }
    const state = toMintState(modelOf({ facts: empty }))
    expect(state).toMatchObject({ code: 'unavailable', params: { reason: 'lists' } })
  })

  test('omit the network fee from the total', () => {
    expect(textOf(modelOf({ wallet }))).toContain('1 item, plus the network fee')
  })
})

test('a referrer is credited, or the note names why not', () => {
  const named = (ref: string) =>
    textOf({ ...modelOf({ wallet }), settings: { ...settings, ref } })
  expect(named(`0x${'7'.repeat(40)}`)).toContain(
    'referred you and gets 20% of the mint fee',
  )
  expect(named('harbour')).toContain("isn't valid")
  expect(named(creator)).toContain("is the creator's")
  expect(named(wallet.address.toUpperCase().replace('X', 'x'))).toContain('is your own')
})

test.each([
  ['a mistyped digit', '0x90F79bf6EB2c4f870365E785982E1f101E93b905'],
  ['two swapped digits', '0x90F79bf6EB2c4f870365E785982E1f101E93b960'],
  ['a letter in the wrong case', '0x90F79bf6EB2c4f870365E785982E1f101E93B906'],
  ['the zero address', `0x${'0'.repeat(40)}`],
  ['an ENS name', 'harbour.eth'],
])('a link with %s is named invalid, and the mint has no referrer', (_kind, ref) => {
  const entries = [{ phase_id: club.phaseId, packed: '1', proof: [] }]
  const listed = { ...wallet, facts: { ...known, entries } }
  const model = { ...modelOf({ wallet: listed }), settings: { ...settings, ref } }
  expect(textOf(model)).toContain("isn't valid")
  expect(toMintOrder(model, toMintState(model))).toMatchObject({ referrer: null })
})

test("an invalid setting names what the page's author must fix", () => {
  const problem = { sentence: 'There is no collection at this address.' }
  expect(textOf(modelOf({ facts: null, problem }))).toBe(problem.sentence)
})

function modelOf(changes: Partial<Model>): Model {
  return { ...createModel(settings), facts, now, ...changes }
}

const nothing = () => {}
const actions: Actions = {
  press: nothing,
  choose: nothing,
  close: nothing,
  disconnect: nothing,
  setQuantity: nothing,
  choosePhase: nothing,
  togglePriceRows: nothing,
}

function textOf(model: Model): string {
  const text = (child: Child): string =>
    typeof child === 'string' ? child : child.children.map(text).join('')
  return text(panelView(model, toMintState(model), actions))
}

function linksOf(model: Model): unknown[] {
  const links = (child: Child): unknown[] =>
    typeof child === 'string'
      ? []
      : [
          ...(child.tag === 'a' ? [child.attributes.href] : []),
          ...child.children.flatMap(links),
        ]
  return links(panelView(model, toMintState(model), actions))
}
