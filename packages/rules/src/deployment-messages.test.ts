import { expect, test } from 'vitest'
import { formatAmount } from './amounts.ts'
import { type DeploymentFault, deploymentMessage } from './deployment-messages.ts'
import type { Refusal } from './mint-result-messages.ts'

const subject = {
  network: 'Abstract',
  wallet: 'Rabby Wallet',
  signer: '0x4b1e…c03A',
  amount: (wei: bigint) => formatAmount(wei, { symbol: 'ETH' }),
  when: () => 'Thu 3 Dec, 18:00',
}
const refused = (refusal: Refusal): DeploymentFault => ({ kind: 'refused', refusal })
const contract = (error: string, values: unknown[] = []): Refusal => ({
  kind: 'contract',
  data: '0x12345678',
  error,
  values,
})

test.each<[DeploymentFault, string, string]>([
  [
    refused({ kind: 'rejected' }),
    'You declined in the wallet: Nothing was sent and nothing was charged.',
    'retry',
  ],
  [
    refused({ kind: 'moved' }),
    'Rabby Wallet is on another network: Switch it to Abstract and deploy again. Nothing was sent.',
    'switch_network',
  ],
  [
    refused({ kind: 'switched' }),
    'Rabby Wallet is on another account: Only 0x4b1e…c03A can deploy this draft. Choose that account in Rabby Wallet and try again. Nothing was sent.',
    'switch_account',
  ],
  [
    refused({ kind: 'busy' }),
    'Nothing was deployed: Rabby Wallet already has a request open. Finish it there.',
    'retry',
  ],
  [
    { kind: 'short', neededWei: 52_560n * 10n ** 9n - 1n, balanceWei: 10n ** 13n + 1n },
    'Not enough for the network fee: The network fee needs about 0.00005256\u00a0ETH on Abstract, and this wallet has 0.00001\u00a0ETH. Nothing was sent.',
    'get_funds',
  ],
  [
    refused(contract('Expired', [1n])),
    'The contract refused this collection: This had to be mined by Thu 3 Dec, 18:00. Prepare it again.',
    'edit',
  ],
  [
    refused(contract('FeeChanged', [10n ** 14n])),
    'The contract refused this collection: The mint fee is now 0.0001\u00a0ETH. Check the figures and create it again.',
    'edit',
  ],
  [
    refused(contract('0xdeadbeef')),
    'The contract refused this collection: The reason is unknown (code 0x12345678).',
    'retry',
  ],
  [
    { kind: 'ended', end: 'reverted', reason: contract('NotEnoughGas') },
    'The deployment failed on Abstract: The transaction needs more gas than the wallet allowed. Raise its gas limit and try again. Only the network fee was spent.',
    'retry',
  ],
  [
    { kind: 'ended', end: 'reverted', reason: null },
    'The deployment failed on Abstract: Only the network fee was spent.',
    'retry',
  ],
  [
    { kind: 'ended', end: 'dropped', reason: null },
    'Abstract dropped the transaction: Nothing was charged. You can send it again. It cannot be deployed twice.',
    'retry',
  ],
  [
    { kind: 'expired', wasSent: true },
    'The time to deploy has passed: The transaction was not mined in time, so it can no longer create the collection. If Rabby Wallet still shows it, cancel it there: it would only cost a network fee.',
    'edit',
  ],
])('a deployment that failed has a sentence and a way on', (fault, text, wayOn) => {
  const message = deploymentMessage(fault, subject)
  expect(`${message?.title}: ${message?.text}`).toBe(text)
  expect(message?.wayOn).toBe(wayOn)
})

test('every other end has a sentence of its own', () => {
  const kinds = [
    'silent',
    'unanswered',
    'unnumbered',
    'funds',
    'unreachable',
    'own',
  ] as const
  const ends = ['cancelled', 'replaced', 'unseen'] as const
  const faults: DeploymentFault[] = [
    ...kinds.map((kind) => refused({ kind })),
    ...ends.map((end) => ({ kind: 'ended', end, reason: null }) as const),
    refused({ kind: 'unknown', message: '' }),
    { kind: 'other_tab' },
    { kind: 'nothing' },
    { kind: 'expired', wasSent: false },
  ]
  const texts = faults.map((fault) => deploymentMessage(fault, subject)?.text ?? '')
  expect(new Set(texts).size).toBe(faults.length)
  for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/)
  expect(texts.join(' ')).not.toMatch(/\bmint\b|prints?\b/i)
})

test('what the server answered has the sentence of the server', () => {
  const fault = { kind: 'unprepared', error: new Error() } as const
  expect(deploymentMessage(fault, subject)).toBeUndefined()
})
