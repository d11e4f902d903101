import {
  allowanceLimit,
  lifetimeLimit,
  type SessionSpec,
  unlimited,
} from '@platemark/wallet/session-keys/session-spec'
import type { SessionState } from '@platemark/wallet/session-keys/session-state'
import { pad, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { createMintSpec, mintToSelector } from './mint-session.ts'
import { describeSessionState, describeSessionTerms } from './session-key-messages.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contract = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const coin = { symbol: 'ETH', decimals: 18 }
const now = Date.parse('2026-11-27T10:00:00Z') / 1000
const ether = 10n ** 18n

const mintSpec = createMintSpec(stranger, {
  ...{ contract, account, tokens: 5, unitWei: ether / 100n, feeWei: ether / 1000n },
  expiresAt: now + 86_400,
})
const minted: SessionState = {
  expiresAt: BigInt(now + 86_400),
  status: 'Active',
  // A fee to the last wei was paid.
  feesRemaining: ether / 100n - 123_456_789_012_345n,
  transferValue: [],
  callValue: [
    { remaining: ether / 50n, target: contract, selector: mintToSelector, index: 0n },
  ],
  callParams: [{ remaining: 2n, target: contract, selector: mintToSelector, index: 2n }],
}

/** Words with plain blanks. */
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replace(/\u00a0/g, ' '))

describe('the terms of a session key', () => {
  test('name function, receiver, tokens, amounts, fees and end before it is signed', () => {
    const nameOf = () => 'Quiet Shore'
    const terms = describeSessionTerms({ spec: mintSpec, account, coin, nameOf }, now)
    expect(plain(terms)).toMatchObject({
      title: 'Mint from Quiet Shore',
      allows: [
        'Call mintTo of Quiet Shore (0x3C44…93BC), paying at most 0.05 ETH each time, at most 0.05 ETH in all',
        'Receiver must be your account 0x7099…79C8',
        'Items: at most 5 in all',
      ],
      fees: 'Network fees: at most 0.015 ETH in all',
      ends: expect.stringMatching(/^Ends Sat 28 Nov, 10:00/),
    })
  })

  test('name what is left once it exists', () => {
    const subject = { spec: mintSpec, state: minted, account, coin } as const
    const terms = describeSessionTerms(subject, now)
    expect(plain(terms)).toMatchObject({
      title: 'Mint from 0x3C44…93BC',
      allows: [
        expect.stringMatching(/at most 0.05 ETH in all, 0.02 ETH left$/),
        'Receiver must be your account 0x7099…79C8',
        'Items: at most 5 in all, 2 left',
      ],
      fees: 'Network fees: at most 0.015 ETH in all, 0.009876 ETH left',
    })
  })

  test('name every condition, allowance and transfer of foreign sessions', () => {
    const conditions = [1, 2, 3, 4, 5, 6] as const
    const spec: SessionSpec = {
      ...mintSpec,
      feeLimit: allowanceLimit(ether, 86_400n),
      callPolicies: [
        {
          target: contract,
          selector: '0x12345678',
          maxValuePerUse: 0n,
          valueLimit: unlimited,
          constraints: [
            ...conditions.map((condition) => ({
              ...{ condition, index: 0n, limit: unlimited },
              refValue: pad('0x2a', { size: 32 }),
            })),
            { condition: 1, index: 1n, refValue: pad(stranger), limit: unlimited },
            { condition: 0, index: 2n, refValue: zeroHash, limit: lifetimeLimit(3n) },
          ],
        },
      ],
      transferPolicies: [
        {
          target: stranger,
          maxValuePerUse: 1n,
          valueLimit: allowanceLimit(ether, 7_200n),
        },
      ],
    }
    expect(plain(describeSessionTerms({ spec, account, coin }, now))).toMatchObject({
      title: 'Call contracts',
      allows: [
        'Call 0x12345678 of 0x3C44…93BC, paying at most 0 ETH each time, without a limit in all',
        'Value 1 must be 42',
        'Value 1 must be more than 42',
        'Value 1 must be less than 42',
        'Value 1 must be at least 42',
        'Value 1 must be at most 42',
        'Value 1 must not be 42',
        'Value 2 must be 0x90F7…b906',
        'Value 3: at most 3 in all',
        'Send to 0x90F7…b906 at most 0.000000000000000001 ETH each time, at most 1 ETH in each 2 hours',
      ],
      fees: 'Network fees: at most 1 ETH in each day',
    })
  })
})

describe('the state of a session key', () => {
  test.each<[string, Partial<SessionState>, number]>([
    ['Active', {}, now],
    ['Not confirmed yet', { status: 'NotInitialized' }, now],
    ['Ended', { status: 'Closed' }, now],
    ['Expired', { status: 'Expired' }, now],
    ['Expired', {}, now + 86_401],
    ['Used up', { feesRemaining: 0n }, now],
    [
      'Used up',
      { callParams: minted.callParams.map((left) => ({ ...left, remaining: 0n })) },
      now,
    ],
  ])('is %s with %o', (words, changes, at) => {
    const state = { ...minted, ...changes }
    expect(describeSessionState({ spec: mintSpec, state }, at)).toBe(words)
  })
})
