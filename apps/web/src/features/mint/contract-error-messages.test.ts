import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { payoutsAbi } from '@platemark/abi/payouts'
import { platformAbi } from '@platemark/abi/platform'
import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { toRefusal } from '@platemark/mint/refusal'
import { creatorRefusal, creatorRefusals } from '@platemark/rules/creator-messages'
import { holderRefusal, holderRefusals } from '@platemark/rules/holder-messages'
import {
  type MintSubject,
  type Refusal,
  refusalMessage,
} from '@platemark/rules/mint-result-messages'
import { contractRefusalMessage, mintRefusals } from '@platemark/rules/refusal-messages'
import { type AbiParameter, encodeErrorResult, getAddress, keccak256, toHex } from 'viem'
import { describe, expect, test } from 'vitest'

const contracts = {
  collection: collectionAbi,
  drop: dropCollectionAbi,
  edition: editionCollectionAbi,
  factory: collectionFactoryAbi,
  payouts: payoutsAbi,
  platform: platformAbi,
  split: royaltySplitAbi,
}
const errors = new Map(
  Object.values(contracts)
    .flat()
    .flatMap((item) =>
      item.type === 'error' ? [[item.name, item.inputs as readonly AbiParameter[]]] : [],
    ) as [string, readonly AbiParameter[]][],
)

const subject: MintSubject = {
  phase: { title: 'Friends', allowed: 3 },
  network: 'Base',
  wallet: 'Rabby Wallet',
  now: 5,
  when: (at) => `second ${at}`,
}
const speech = {
  collection: 'Tidewater',
  amount: (wei: bigint) => `${wei} wei`,
  when: (at: number) => `second ${at}`,
  count: String,
}

describe('every contract error', () => {
  test('has a message for each audience that can receive it', () => {
    expect(errors.size).toBeGreaterThan(30)
    const reported = [mintRefusals, holderRefusals, creatorRefusals].flatMap(Object.keys)
    expect([...errors.keys()].filter((name) => !reported.includes(name))).toEqual([])
    expect(reported.filter((name) => !errors.has(name))).toEqual([])
  })

  test.each([...errors.keys()])('has messages in whole sentences: %s', (name) => {
    const refusal = refusedBy(name)
    const reported = [
      mintRefusals[name] && refusalMessage(refusal, subject),
      contractRefusalMessage(refusal, subject, true),
      holderRefusal(refusal, speech),
      creatorRefusal(refusal, speech),
    ].filter((sentence) => typeof sentence === 'string')
    expect(reported.length).toBeGreaterThan(0)
    for (const sentence of reported) {
      expect(sentence).toMatch(/^([A-Z]|0x|\d).*\.$/)
      expect(sentence).not.toMatch(/undefined|NaN|null|we do not know|\bn\b/)
    }
  })

  test.each([
    ['PhaseClosed', 'The Friends phase opens on second 7. Nothing was sent.'],
    ['SoldOut', 'Only 7 are left. Nothing was sent.'],
    ['PhaseSoldOut', 'Only 7 are left in the Friends phase. Nothing was sent.'],
    ['WalletLimit', 'This wallet can mint only 7 more. Nothing was sent.'],
    ['TooMany', 'You can mint at most 7 at once. Nothing was sent.'],
  ])("of a mint includes the contract's values: %s", (name, sentence) => {
    expect(refusalMessage(refusedBy(name), subject)).toBe(sentence)
  })

  test.each([
    ['NoToken', 'There is no #7 in Tidewater'],
    ['BalanceTooLow', 'holds only 7'],
    ['PaymentFailed', `${address()} did not accept the payment`],
    ['BadRecipient', `${address()} cannot hold these items`],
  ])("of a transfer or withdrawal includes the contract's values: %s", (name, part) => {
    expect(holderRefusal(refusedBy(name), speech)).toContain(part)
  })

  test.each([
    ['Expired', 'by second 7'],
    ['FeeChanged', 'is now 7 wei'],
    ['BadFee', '7 wei cannot be the mint fee'],
    ['AlreadyCreated', address()],
    ['BadPrice', '7 wei cannot be a price'],
    ['BadCap', '7 at least, and below 8'],
    ['SoldOut', 'Only 7 can still'],
    ['TooMany', 'at most 7 at once'],
    ['NoticePending', 'from second 7'],
    ['BadRoyalty', '0.07% at most'],
    ['TooLong', '7 bytes at most'],
  ])("of a creator includes the contract's values: %s", (name, part) => {
    expect(creatorRefusal(refusedBy(name), speech)).toContain(part)
  })

  test('includes the minimum cap with and without a current cap', () => {
    const capMessage = (minted: bigint, maxSupply: bigint) =>
      creatorRefusal({ error: 'BadCap', values: [minted, maxSupply] }, speech)
    expect(capMessage(0n, 0n)).toContain('at least 1,')
    expect(capMessage(12n, 0n)).toContain('at least 12,')
    expect(capMessage(9n, 9n)).toContain('stays 9')
  })
})

/** Returns the refusal of a contract error: 7 for the first number, 8 for the second. */
function refusedBy(name: string): Refusal & { kind: 'contract' } {
  const inputs = errors.get(name) ?? []
  const abi = Object.values(contracts).find((items) =>
    items.some((item) => item.type === 'error' && item.name === name),
  )
  if (!abi) throw new Error(`no contract has an error ${name}`)
  const args = inputs.map(({ type }, at) => sampleOf(type, at))
  // Safe: name and values are those of an error in this ABI.
  const data = encodeErrorResult({ abi, errorName: name, args } as never)
  if (!(name in mintRefusals))
    return { kind: 'contract', error: name, values: args, data }

  const refusal = toRefusal({ code: 3, message: 'execution reverted', data })
  expect(refusal).toMatchObject({ kind: 'contract', error: name })
  // Safe: checked above.
  return refusal as Refusal & { kind: 'contract' }
}

function sampleOf(type: string, at: number): unknown {
  if (type === 'address') return address()
  if (type === 'bytes32') return keccak256(toHex('root'))
  return BigInt(7 + at)
}

function address() {
  return getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
}
