import {
  findLinkedAccount,
  isLinkedWallet,
  listLinkedWallets,
} from '@platemark/wallet/linked-wallets'
import { createSession } from '@platemark/wallet/session-keys/create-session'
import { listSessions } from '@platemark/wallet/session-keys/list-sessions'
import { revokeSessions } from '@platemark/wallet/session-keys/revoke-sessions'
import { sendBySession } from '@platemark/wallet/session-keys/send-by-session'
import { openSession } from '@platemark/wallet/session-keys/session-client'
import {
  allowanceLimit,
  hashSessionSpec,
  lifetimeLimit,
  type SessionSpec,
  unlimited,
} from '@platemark/wallet/session-keys/session-spec'
import {
  readSessionState,
  readSessionStatus,
} from '@platemark/wallet/session-keys/session-state'
import type { SmartAccount } from '@platemark/wallet/smart-account/smart-account'
import { standIns } from '@platemark/wallet/testing/stand-ins'
import {
  concatHex,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseEther,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBlock } from 'viem/actions'
import { abstract, abstractTestnet } from 'viem/chains'
import { parseEip712Transaction } from 'viem/zksync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callData, fee, sell } from '../../apps/server/test/selling.ts'
import { startZkChain, type ZkTestChain } from './zk-harness.ts'

const unit = parseEther('0.01')
const cost = unit + fee
const mint = (quantity: bigint) => callData('mint', [quantity])
const mintSelector = toFunctionSelector('function mint(uint256)')
const stranger = '0x000000000000000000000000000000000000dEaD'
const HOUR = 3600n

let zk: ZkTestChain
let collection: Hex

beforeAll(async () => {
  zk = await startZkChain(abstractTestnet)
  collection = await sell(zk.node, await zk.createSigner(), { unit })
})
afterAll(() => zk?.stop())

/** Terms that allow minting one token at a time, three in all, and coins for the stranger. */
async function makeSpec(
  signer: Hex,
  change: Partial<SessionSpec> = {},
): Promise<SessionSpec> {
  const { timestamp } = await getBlock(zk.reader)
  return {
    signer,
    expiresAt: timestamp + 24n * HOUR,
    feeLimit: lifetimeLimit(parseEther('1')),
    callPolicies: [
      {
        target: collection,
        selector: mintSelector,
        maxValuePerUse: cost,
        valueLimit: lifetimeLimit(3n * cost),
        constraints: [
          { condition: 0, index: 0n, refValue: zeroHash, limit: lifetimeLimit(3n) },
        ],
      },
    ],
    transferPolicies: [{ target: stranger, maxValuePerUse: 100n, valueLimit: unlimited }],
    ...change,
  }
}

/** Creates a session of an account, and opens it. */
async function startSession(account: SmartAccount, change: Partial<SessionSpec> = {}) {
  const signer = privateKeyToAccount(generatePrivateKey())
  const spec = await makeSpec(signer.address, change)
  await zk.mined(createSession(account, spec))
  const { chain, transport } = zk
  const session = openSession({
    account: account.address,
    signer,
    spec,
    chain,
    transport,
  })
  return { session, spec, signer }
}

/** Gas and fees given: without a question to the node, whose estimate would fail first. */
const given = { gas: 500_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n }
const mintOne = (value = cost) => ({ to: collection, data: mint(1n), value })

describe('a session', () => {
  test('is created on an account that is not deployed, by its first transaction', async () => {
    const { account } = await zk.openAccount()
    const { session, spec } = await startSession(account)
    expect(await account.isDeployed()).toBe(true)
    expect(await readSessionStatus(zk.reader, account.address, spec)).toBe('Active')
    const receipt = await zk.mined(session.sendTransaction(mintOne()))
    expect(receipt.from).toBe(account.address.toLowerCase())
  })

  test('is added with the module to a deployed account, later ones by the module', async () => {
    const { account } = await zk.openDeployed(stranger)
    const signer = privateKeyToAccount(generatePrivateKey()).address
    const first = await zk.mined(createSession(account, await makeSpec(signer)))
    expect(first.to).toBe(account.address.toLowerCase())
    const expiresAt = (await getBlock(zk.reader)).timestamp + HOUR
    const second = await zk.mined(
      createSession(account, await makeSpec(signer, { expiresAt })),
    )
    expect(second.to).toBe(standIns.sessionModule.address.toLowerCase())
    const listed = await listSessions(zk.reader, account.address, 0n)
    expect(listed.map(({ spec }) => spec.expiresAt === expiresAt)).toEqual([true, false])
    expect(listed[0]?.hash).toBe(hashSessionSpec(listed[0]?.spec as SessionSpec))
  })

  test('has the state that the module keeps', async () => {
    const { account } = await zk.openDeployed(stranger)
    const { session, spec } = await startSession(account)
    await zk.mined(session.sendTransaction(mintOne()))
    const state = await readSessionState(zk.reader, account.address, spec)
    expect(state).toMatchObject({
      status: 'Active',
      expiresAt: spec.expiresAt,
      callValue: [{ remaining: 2n * cost, selector: mintSelector }],
      callParams: [{ remaining: 2n, index: 0n }],
      transferValue: [{ remaining: 2n ** 256n - 1n, target: stranger }],
    })
    expect(state.feesRemaining).toBeLessThan(parseEther('1'))
  })

  test('ends each limit by one wei, one call, one second', async () => {
    const { account } = await zk.openDeployed(stranger)
    const { session, spec } = await startSession(account)
    const send = session.sendTransaction
    const dear = { ...mintOne(cost + 1n), ...given }
    await expect(send(dear)).rejects.toThrow('Value exceeds limit')
    for (let i = 0; i < 3; i += 1) await zk.mined(send(mintOne()))
    const fourth = { ...mintOne(0n), ...given }
    await expect(send(fourth)).rejects.toThrow('Lifetime limit exceeded')
    await expect(send({ to: stranger, value: 101n })).rejects.toThrow(
      'Value exceeds limit',
    )
    await zk.mined(send({ to: stranger, value: 100n }))

    const tight = await startSession(account, {
      feeLimit: lifetimeLimit(10n ** 9n * 100_000n),
    })
    const gas = { gas: 100_000n, maxPriorityFeePerGas: 0n }
    const over = { ...gas, maxFeePerGas: 10n ** 9n + 1n }
    await expect(
      tight.session.sendTransaction({ to: stranger, value: 1n, ...over }),
    ).rejects.toThrow('Lifetime limit exceeded')

    const now = (await getBlock(zk.reader)).timestamp
    const short = await startSession(account, { expiresAt: now + 1000n })
    await zk.node.client.setNextBlockTimestamp({ timestamp: now + 1001n })
    await zk.node.client.mine({ blocks: 1 })
    await expect(short.session.sendTransaction(mintOne())).rejects.toThrow(
      'Session is expired',
    )
    expect(await readSessionStatus(zk.reader, account.address, short.spec)).toBe(
      'Expired',
    )
    expect(await readSessionStatus(zk.reader, account.address, spec)).toBe('Active')
  })

  test('refills an allowance with its period', async () => {
    const { account } = await zk.openDeployed(stranger)
    const period = 1_000_000n
    const { session, spec } = await startSession(account, {
      callPolicies: [],
      transferPolicies: [
        {
          target: stranger,
          maxValuePerUse: 60n,
          valueLimit: allowanceLimit(100n, period),
        },
      ],
    })
    const send = (value: bigint) => session.sendTransaction({ to: stranger, value })
    await zk.mined(send(60n))
    await expect(send(41n)).rejects.toThrow('Allowance limit exceeded')
    await zk.mined(send(40n))
    const state = await readSessionState(zk.reader, account.address, spec)
    expect(state.transferValue[0]?.remaining).toBe(0n)
  })

  test('sends nothing that fits no policy, has no target or no account', async () => {
    const { account } = await zk.openDeployed(stranger)
    const { session, spec, signer } = await startSession(account)
    const send = session.sendTransaction
    await expect(send({ value: 1n })).rejects.toThrow(
      'Transaction must have a to address',
    )
    const noPolicy = 'Transaction does not fit any policy'
    await expect(send({ to: account.address, value: 1n })).rejects.toThrow(noPolicy)
    await expect(send({ to: collection, data: '0x12345678' })).rejects.toThrow(noPolicy)
    const other = openSession({
      account: `0x${'ab'.repeat(20)}`,
      signer,
      spec,
      chain: zk.chain,
      transport: zk.transport,
    })
    await expect(other.sendTransaction(mintOne())).rejects.toThrow(
      'Smart account not deployed',
    )
    const mainnet = { ...zk.chain, id: 1 } as never
    expect(() => openSession({ ...other, signer, chain: mainnet } as never)).toThrow(
      'Invalid chain specified',
    )
  })

  test('signs typed data of transactions only', async () => {
    const { account } = await zk.openDeployed(stranger)
    const { session } = await startSession(account)
    const typed = {
      domain: { name: 'Quiet Shore', version: '1', chainId: 11124 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    }
    await expect(session.signTypedData(typed)).rejects.toThrow(
      'Session client can only sign EIP712 transactions as typed data',
    )
    const signed = await account.signTransaction(mintOne())
    const { customSignature, ...unsigned } = parseEip712Transaction(signed)
    const data = zk.chain.custom.getEip712Domain(unsigned as never)
    const signature = await session.signTypedData(data as never)
    expect(signature).toMatch(/^0x/)
    expect(signature).not.toBe(customSignature)
  })

  test('is used by none but its key', async () => {
    const { account } = await zk.openDeployed(stranger)
    const { spec } = await startSession(account)
    const thief = openSession({
      account: account.address,
      signer: privateKeyToAccount(generatePrivateKey()),
      spec,
      chain: zk.chain,
      transport: zk.transport,
    })
    await expect(thief.sendTransaction(mintOne())).rejects.toThrow('Invalid signer')
  })
})

describe('revoking', () => {
  test('takes a hash, terms, or a list of both, and ends the session for ever', async () => {
    const { account } = await zk.openDeployed(stranger)
    const one = await startSession(account)
    const two = await startSession(account)
    const three = await startSession(account)
    const four = await startSession(account)
    await zk.mined(revokeSessions(account, hashSessionSpec(one.spec)))
    await zk.mined(revokeSessions(account, two.spec))
    await zk.mined(revokeSessions(account, [hashSessionSpec(three.spec), four.spec]))
    for (const { session, spec } of [one, two, three, four]) {
      expect(await readSessionStatus(zk.reader, account.address, spec)).toBe('Closed')
      await expect(session.sendTransaction(mintOne())).rejects.toThrow(
        'Session is not active',
      )
    }
    expect(await listSessions(zk.reader, account.address, 0n)).toEqual([])
    await expect(revokeSessions(account, one.spec)).rejects.toThrow('Nothing to revoke')
  })
})

describe('a used-up session falls back to the owner', () => {
  test('after its last call, after its end, and where the limit is reached meanwhile', async () => {
    const { account } = await zk.openDeployed(stranger)
    const { session, spec } = await startSession(account)
    const send = () => sendBySession(session, mintOne(), account.sendTransaction)
    for (let i = 0; i < 3; i += 1) {
      const { hash, sentBy } = await send()
      await zk.mined(Promise.resolve(hash))
      expect(sentBy).toBe('session')
    }
    const fourth = await send()
    await zk.mined(Promise.resolve(fourth.hash))
    expect(fourth.sentBy).toBe('owner')

    const unpaid = { ...mintOne(0n), ...given }
    const free = await sendBySession(session, unpaid, async () => '0x00')
    // The three tokens are used up, which only the module counts.
    expect(free).toEqual({ hash: '0x00', sentBy: 'owner' })

    await zk.mined(revokeSessions(account, spec))
    const closed = await sendBySession(
      session,
      { to: stranger, value: 1n },
      async () => '0x01',
    )
    expect(closed).toEqual({ hash: '0x01', sentBy: 'owner' })
    const other = { to: account.address, value: 1n }
    const foreign = await sendBySession(session, other, async () => '0x02')
    expect(foreign.sentBy).toBe('owner')
  })

  test('not where the mint itself fails', async () => {
    const { account } = await zk.openDeployed(stranger)
    const { session } = await startSession(account)
    const cheap = mintOne(1n)
    await expect(
      sendBySession(session, cheap, async () => {
        throw new Error('sent twice')
      }),
    ).rejects.toThrow(/revert/)
  })
})

describe('terms are checked before the owner is asked', () => {
  test.each<[string, (spec: SessionSpec, account: Hex) => Partial<SessionSpec>, string]>([
    [
      'without key',
      () => ({ signer: `0x${'0'.repeat(40)}` }),
      'Session cannot be created: the session key is missing',
    ],
    [
      'of the account',
      (_, account) => ({ signer: account }),
      'Session cannot be created: the session key must not be the account',
    ],
    [
      'in the past',
      () => ({ expiresAt: 1n }),
      'Session cannot be created: it must end in the future',
    ],
    [
      'with unlimited fees',
      () => ({ feeLimit: unlimited }),
      'Session cannot be created: its fees need a limit',
    ],
    [
      'without policies',
      () => ({ callPolicies: [], transferPolicies: [] }),
      'Session cannot be created: it needs at least one policy',
    ],
    [
      'with an allowance without period',
      () => ({ feeLimit: allowanceLimit(5n, 0n) }),
      'Session cannot be created: an allowance needs a period',
    ],
    [
      'with a negative limit',
      () => ({ feeLimit: lifetimeLimit(-1n) }),
      'Session cannot be created: a limit must not be negative',
    ],
    [
      'with two policies of a target',
      ({ callPolicies }) => ({ callPolicies: [...callPolicies, ...callPolicies] }),
      'Session cannot be created: two policies are for the same target',
    ],
    [
      'that manage the account',
      ({ callPolicies: [policy] }, account) => ({
        callPolicies: [{ ...policy, target: account } as never],
      }),
      'Session cannot be created: it must not manage the account or its sessions',
    ],
    [
      'that may approve anybody',
      ({ callPolicies: [policy] }) => ({
        callPolicies: [{ ...policy, selector: '0x095ea7b3' } as never],
      }),
      'Unconstrained token approval/transfer destination in call policy.',
    ],
  ])('%s', async (_name, change, text) => {
    const { account } = await zk.openAccount()
    const spec = await makeSpec(privateKeyToAccount(generatePrivateKey()).address)
    const changed = { ...spec, ...change(spec, account.address) }
    await expect(createSession(account, changed)).rejects.toThrow(text)
    expect(await account.isDeployed()).toBe(false)
  })
})

describe('linked wallets', () => {
  test('are those of the registry, in both directions', async () => {
    const { account } = await zk.openAccount()
    const vault = await zk.createSigner()
    expect(await findLinkedAccount(zk.reader, vault.address)).toBeUndefined()
    const rights = concatHex([
      '0xc10dcfe266c1f71ef476efbd3223555750dc271e4115626b',
      '0x000000ffffffffff',
    ])
    const data = encodeFunctionData({
      abi: parseAbi(['function delegateAll(address, bytes32, bool)']),
      args: [account.address, rights, true],
    })
    const { client, chain } = zk.node
    const to = standIns.delegateRegistry.address
    await zk.mined(client.sendTransaction({ account: vault, chain, to, data }))
    expect(await findLinkedAccount(zk.reader, vault.address.toLowerCase())).toBe(
      account.address,
    )
    expect(await listLinkedWallets(zk.reader, account.address)).toEqual([vault.address])
    expect(await isLinkedWallet(zk.reader, account.address, vault.address)).toBe(true)
    expect(await isLinkedWallet(zk.reader, account.address, stranger)).toBe(false)
    const bad = 'Address "0x12" is invalid'
    await expect(listLinkedWallets(zk.reader, '0x12')).rejects.toThrow(bad)
    await expect(findLinkedAccount(zk.reader, '0x12')).rejects.toThrow(bad)
  })
})

describe('on Abstract itself', () => {
  test('a session needs policies that the registry allows, which it denies by default', async () => {
    const main = await startZkChain(abstract)
    try {
      const { account } = await main.openDeployed(stranger)
      const signer = privateKeyToAccount(generatePrivateKey()).address
      const spec: SessionSpec = {
        ...(await makeSpec(signer)),
        callPolicies: [
          {
            target: collection,
            selector: mintSelector,
            maxValuePerUse: cost,
            valueLimit: unlimited,
            constraints: [],
          },
          {
            target: collection,
            selector: '0x095ea7b3',
            maxValuePerUse: 0n,
            valueLimit: unlimited,
            constraints: [
              {
                condition: 1,
                index: 0n,
                refValue: `0x${'0'.repeat(24)}${stranger.slice(2)}`,
                limit: unlimited,
              },
            ],
          },
        ],
      }
      const create = () => createSession(account, spec)
      const registry = parseAbi([
        'function setCallPolicyStatus(address, bytes4, uint8)',
        'function setTransferPolicyStatus(address, uint8)',
        'function setApprovalTargetStatus(address, address, uint8)',
      ])
      const allow = async (data: Hex) => {
        const { client, chain } = main.node
        const to = standIns.policyRegistry.address
        const sent = client.sendTransaction({ account: main.manager, chain, to, data })
        await main.mined(sent)
      }
      const text = (selector: string, target: string) =>
        `Session policy ${selector} of ${target} is not allowed on chain 2741`
      await expect(create()).rejects.toThrow(text(mintSelector, collection))
      const abi = registry
      await allow(
        encodeFunctionData({
          abi,
          functionName: 'setCallPolicyStatus',
          args: [collection, mintSelector, 1],
        }),
      )
      await expect(create()).rejects.toThrow(text('0x095ea7b3', collection))
      await allow(
        encodeFunctionData({
          abi,
          functionName: 'setApprovalTargetStatus',
          args: [collection, stranger, 1],
        }),
      )
      await expect(create()).rejects.toThrow(text('transfer', stranger))
      await allow(
        encodeFunctionData({
          abi,
          functionName: 'setTransferPolicyStatus',
          args: [stranger, 2],
        }),
      )
      await expect(create()).rejects.toThrow(text('transfer', stranger))
      await allow(
        encodeFunctionData({
          abi,
          functionName: 'setTransferPolicyStatus',
          args: [stranger, 1],
        }),
      )
      await main.mined(create())
      expect(await readSessionStatus(main.reader, account.address, spec)).toBe('Active')
    } finally {
      await main.stop()
    }
  })
})
