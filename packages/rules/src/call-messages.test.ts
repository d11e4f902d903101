import { expect, test } from 'vitest'
import { formatAmount } from './amounts.ts'
import { type CallFault, callMessage } from './call-messages.ts'
import type { Refusal } from './mint-result-messages.ts'

const subject = {
  network: 'Abstract',
  wallet: 'Rabby Wallet',
  signer: '0x4b1e…c03A',
  amount: (wei: bigint) => formatAmount(wei, { symbol: 'ETH' }),
  when: () => 'Thu 3 Dec, 18:00',
}
const refused = (refusal: Refusal): CallFault => ({ kind: 'refused', refusal })
const contract = (error: string, values: unknown[] = []): Refusal => ({
  ...{ kind: 'contract', data: '0x12345678', error, values },
})

test.each<[CallFault, string, string]>([
  [
    refused({ kind: 'moved' }),
    'Rabby Wallet is on another network: Switch it to Abstract and sign again. Nothing was sent.',
    'switch_network',
  ],
  [
    refused(contract('BadRoyalty', [1_000n])),
    'The contract refused this: The royalty can be 10% at most. This was fixed at creation. Nothing was sent.',
    'none',
  ],
  [
    refused(contract('NoticePending', [1n])),
    'The contract refused this: You can apply this from Thu 3 Dec, 18:00. That is the notice you promised. Nothing was sent.',
    'none',
  ],
  [
    refused(contract('AlreadyClaimed', [1n])),
    'The contract refused this: This wallet already has the badge. Nothing was sent.',
    'none',
  ],
  [
    { kind: 'ended', end: 'reverted', reason: contract('Frozen') },
    'It failed on Abstract: You froze this permanently, so it can no longer change. Nothing was changed. Only the network fee was spent.',
    'retry',
  ],
  [
    { kind: 'ended', end: 'reverted', reason: contract('0xdeadbeef') },
    'It failed on Abstract: The reason is unknown (code 0x12345678). Nothing was changed. Only the network fee was spent.',
    'retry',
  ],
])(
  'a transaction that changed nothing has a sentence and a way on',
  (fault, text, wayOn) => {
    const message = callMessage(fault, subject)
    expect(`${message.title}: ${message.text}`).toBe(text)
    expect(message.wayOn).toBe(wayOn)
  },
)

test('every other end has a sentence of its own', () => {
  const kinds = [
    ...['rejected', 'busy', 'silent', 'unanswered', 'switched', 'unnumbered'],
    ...['funds', 'unreachable', 'own'],
  ] as Extract<Refusal['kind'], 'rejected'>[]
  const ends = ['cancelled', 'replaced', 'dropped', 'unseen', 'reverted'] as const
  const faults: CallFault[] = [
    ...kinds.map((kind) => refused({ kind })),
    ...ends.map((end) => ({ kind: 'ended', end, reason: null }) as const),
    { kind: 'short', neededWei: 2n * 10n ** 12n, balanceWei: 10n ** 12n },
    { kind: 'other_tab' },
  ]
  const messages = faults.map((fault) => callMessage(fault, subject))
  expect(new Set(messages.map(({ text }) => text)).size).toBe(faults.length)
  for (const { text } of messages) expect(text).toMatch(/^[A-Z].*\.$/)
  expect(messages.map(({ text }) => text).join(' ')).not.toMatch(/\bmint\b|prints?\b/i)
})
