import { parseEther } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { bob, cyn } from '../server.ts'

/** A draft whose rehearsal must equal its sale. Times are seconds from its deployment. */
export type GoldenDrop = {
  name: string
  fields: Record<string, unknown>
  phases: GoldenPhase[]
  /** Works of a hidden set. */
  hiddenWorks?: number
  /** Limit and price in wei of the wallets that represent its lists. */
  listedTerms?: string[]
}

type Entry = { address: string; quantity?: number; price_wei?: string }

type GoldenPhase = {
  phase_id: number
  start: number
  end: number
  price: string
  limit: number
  cap?: number
  list?: Entry[]
}

const HOUR = 3600
const EVERYONE = 255

/** Returns wallets by number, the same for the same numbers. */
function wallets(from: number, count: number, terms: Partial<Entry> = {}): Entry[] {
  return Array.from({ length: count }, (_, at) => ({
    address: `0x${(0xa11ce000 + from + at).toString(16).padStart(40, '0')}`,
    ...terms,
  }))
}

function payee({ address }: PrivateKeyAccount, bps: number) {
  return { address, bps }
}

const everyone = { phase_id: EVERYONE, price: '0.01', limit: 3 }

/** Ten drops that differ in kind, lists, limits, prices, times and payees. */
export const goldenDrops: GoldenDrop[] = [
  {
    name: 'a list with own prices and quantities before the public phase',
    fields: { kind: 'drop', max_supply: 30 },
    listedTerms: [
      `2 at ${parseEther('0.004')}`,
      `5 at ${parseEther('0.004')}`,
      `2 at ${parseEther('0.002')}`,
    ],
    phases: [
      {
        ...{ phase_id: 0, start: HOUR, end: 2 * HOUR, price: '0.004', limit: 2 },
        list: [
          ...wallets(0, 5),
          ...wallets(5, 2, { quantity: 5 }),
          ...wallets(7, 2, { price_wei: String(parseEther('0.002')) }),
        ],
      },
      { ...everyone, start: 2 * HOUR, end: 3 * HOUR },
    ],
  },
  {
    name: 'two lists that share wallets and time, with caps, a gap and payees',
    fields: {
      ...{ kind: 'drop', max_supply: 25 },
      payees: [payee(bob, 7000), payee(cyn, 3000)],
    },
    phases: [
      {
        ...{ phase_id: 0, start: HOUR, end: 3 * HOUR, price: '0.003', limit: 2, cap: 7 },
        list: wallets(20, 6),
      },
      {
        ...{ phase_id: 1, start: 2 * HOUR, end: 4 * HOUR, price: '0.006', limit: 1 },
        list: wallets(23, 6),
      },
      { ...everyone, start: 6 * HOUR, end: 7 * HOUR, cap: 9 },
    ],
  },
  {
    name: 'a hidden set that is revealed',
    fields: { kind: 'drop', max_supply: 4 },
    hiddenWorks: 4,
    phases: [{ ...everyone, start: HOUR, end: 2 * HOUR, limit: 2 }],
  },
  {
    name: 'a public phase that sells out',
    fields: { kind: 'drop', max_supply: 10 },
    phases: [{ ...everyone, start: HOUR, end: 2 * HOUR }],
  },
  {
    name: 'a free mint',
    fields: { kind: 'drop', max_supply: 5 },
    phases: [{ ...everyone, start: HOUR, end: 2 * HOUR, price: '0', limit: 1 }],
  },
  {
    name: 'an open edition that ends',
    fields: { kind: 'open_edition', max_supply: null },
    phases: [{ ...everyone, start: HOUR, end: 2 * HOUR, limit: 2 }],
  },
  {
    name: 'a limited edition of copies',
    fields: { kind: 'edition', max_supply: 120 },
    phases: [{ ...everyone, start: HOUR, end: 2 * HOUR, limit: 65_535 }],
  },
  {
    name: 'a soulbound drop for a list alone',
    fields: { kind: 'drop', max_supply: 40, is_transferable: false },
    phases: [
      {
        ...{ phase_id: 3, start: HOUR, end: 9 * HOUR, price: '0.05', limit: 60 },
        list: wallets(40, 1),
      },
    ],
  },
  {
    name: 'a list that leaves nothing for the public phase',
    fields: {
      ...{ kind: 'drop', max_supply: 6, royalty_receiver: 'split' },
      payees: [payee(bob, 3333), payee(cyn, 6667)],
    },
    phases: [
      {
        ...{ phase_id: 0, start: -HOUR, end: 2 * HOUR, price: '0.001', limit: 3 },
        list: wallets(50, 3),
      },
      { ...everyone, start: 2 * HOUR, end: 3 * HOUR },
    ],
  },
  {
    name: 'a list of 300 wallets, which ends with the public phase inside',
    fields: { kind: 'drop', max_supply: 500, notice_seconds: 86_400 },
    phases: [
      {
        ...{ phase_id: 0, start: HOUR, end: 5 * HOUR, price: '0.02', limit: 1 },
        list: wallets(1000, 300),
      },
      { ...everyone, start: 2 * HOUR, end: 4 * HOUR, limit: 50 },
    ],
  },
]

/** Returns the fields of a draft that is deployed at `now`, in unix seconds. */
export function goldenFields({ fields, phases, hiddenWorks }: GoldenDrop, now: number) {
  const time = (seconds: number) => new Date((now + seconds) * 1000).toISOString()
  return {
    ...{ chain_alias: 'local', name: 'Quiet Shore', symbol: 'SHORE', ...fields },
    ...(hiddenWorks && { art: 'set', shown: 'at_reveal' }),
    phases: phases.map(({ phase_id, start, end, price, limit, cap }) => ({
      phase_id,
      kind: phase_id === EVERYONE ? 'public' : 'allowlist',
      title: phase_id === EVERYONE ? 'Everyone' : `List ${phase_id}`,
      ...{ start: time(start), end: time(end), price_wei: String(parseEther(price)) },
      ...{ max_per_wallet: limit, max_supply: cap ?? null },
    })),
  }
}
