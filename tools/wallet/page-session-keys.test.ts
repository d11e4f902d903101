import {
  createSession,
  prepareCreateSession,
} from '@platemark/wallet/session-keys/create-session'
import type {
  SmartAccount,
  SmartTransaction,
} from '@platemark/wallet/smart-account/smart-account'
import { type Hex, numberToHex, parseAbi, parseEther } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { abstract, abstractTestnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callData, fee, sell } from '../../apps/server/test/selling.ts'
import {
  listAccountSessions,
  revokeAccountSessions,
} from '../../apps/web/src/lib/session-keys/account-sessions.ts'
import {
  createProposedSession,
  proposeMintSession,
} from '../../apps/web/src/lib/session-keys/create-mint-session.ts'
import { listActiveSessions } from '../../apps/web/src/lib/session-keys/list-active-sessions.ts'
import { createMintSpec } from '../../apps/web/src/lib/session-keys/mint-session.ts'
import {
  type SessionAccount,
  sessionKeys,
} from '../../apps/web/src/lib/session-keys/session-account.ts'
import { describeSessionKeyFailure } from '../../apps/web/src/lib/session-keys/session-key-failures.ts'
import { signBySessions } from '../../apps/web/src/lib/session-keys/session-signer.ts'
import { hasSessionKeys } from '../../apps/web/src/lib/session-keys/stored-session-keys.ts'
import { startZkChain, type ZkTestChain } from './zk-harness.ts'

// Session keys as the page handles them, on a chain with the stand-ins; the owner's wallet is the
// account itself, and counts what it is asked.

const unit = parseEther('0.01')
const cost = unit + fee
const feeWei = parseEther('0.01')
const signal = new AbortController().signal

let zk: ZkTestChain
let collection: Hex

beforeAll(async () => {
  zk = await startZkChain(abstractTestnet)
  collection = await sell(zk.node, await zk.createSigner(), { unit })
})
afterAll(() => zk?.stop())

const limits = (tokens = 3) => ({
  ...{ contract: collection, unitWei: cost, feeWei, tokens, hours: 1 },
})

/** Opens an account as the page has it, with the requests that its owner answered. */
async function openPage() {
  const { account } = await zk.openAccount()
  const asked: string[] = []
  const page: SessionAccount = {
    address: account.address,
    ...{ chain: zk.chain, transport: zk.transport, reader: zk.reader },
    isDeployed: account.isDeployed,
    async send(call) {
      asked.push('session')
      return (await zk.mined(account.sendTransaction(call))).transactionHash
    },
  }
  const wallet = signBySessions(page, {
    async request({ method, params }) {
      asked.push(method)
      if (method !== 'eth_sendTransaction') return `answer to ${method}`
      const [{ to, data, value }] = params as [SmartTransaction & { value: Hex }]
      return account.sendTransaction({ to, data, value: BigInt(value) })
    },
  })
  const create = async (tokens?: number) => {
    const proposed = await proposeMintSession(page, limits(tokens))
    const call = await prepareCreateSession(page, proposed.spec)
    return createProposedSession(page, { ...proposed, call }, signal)
  }
  const mint = async (quantity = 1n, data = callData('mint', [quantity])) => {
    const value = numberToHex(cost * quantity)
    const params = [{ from: account.address, to: collection, data, value }]
    const sent = wallet.request({ method: 'eth_sendTransaction', params })
    await zk.mined(sent as Promise<Hex>)
  }
  return { account, page, wallet, asked, create, mint }
}

const countTokens = ({ address }: SmartAccount) =>
  readContract(zk.reader, {
    address: collection,
    abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
    functionName: 'balanceOf',
    args: [address],
  })

describe('a session key of a page', () => {
  test('is signed once, and then mints without a prompt until its tokens are used', async () => {
    const { account, asked, create, mint, page, wallet } = await openPage()
    expect(await create()).toBe(true)
    expect(await account.isDeployed()).toBe(true)
    await mint()
    await mint(2n)
    expect(asked).toEqual(['session'])
    expect(await countTokens(account)).toBe(3n)
    await mint()
    expect(asked).toEqual(['session', 'eth_sendTransaction'])
    expect(await countTokens(account)).toBe(4n)
    const { sessions } = await listAccountSessions(page)
    expect(sessions).toMatchObject([
      { isOwn: true, state: { callParams: [{ remaining: 0n }] } },
    ])
    const capabilities = await wallet.request({ method: 'wallet_getCapabilities' })
    expect(capabilities).toEqual({})
    const chain = await wallet.request({ method: 'eth_chainId' })
    expect(chain).toBe('answer to eth_chainId')
  })

  test('leaves what its terms do not name to the owner', async () => {
    const { account, asked, create, mint } = await openPage()
    await create()
    const stranger = '0x000000000000000000000000000000000000dEaD'
    const zero = `0x${'0'.repeat(40)}`
    // Another receiver: the module refuses, and the owner is asked as for any mint.
    await mint(1n, callData('mintTo', [stranger, 1n, 1n, zero]))
    expect(asked).toEqual(['session', 'eth_sendTransaction'])
    expect(await countTokens(account)).toBe(0n)
  })

  test('is not kept where the owner declines', async () => {
    const { page } = await openPage()
    const proposed = await proposeMintSession(page, limits())
    const call = await prepareCreateSession(page, proposed.spec)
    const declined = Object.assign(new Error('User rejected'), { code: 4001 })
    const declining = { ...page, send: () => Promise.reject(declined) }
    const created = createProposedSession(declining, { ...proposed, call }, signal)
    await expect(created).rejects.toBe(declined)
    const place = { account: page.address, chainId: zk.chain.id }
    expect(await hasSessionKeys(place)).toBe(false)
  })
})

describe('the session keys of an account', () => {
  test('are listed with those of other sites, and end one by one or all together', async () => {
    const { account, page, create, mint, asked } = await openPage()
    await create()
    await create(1)
    const expiresAt = Number((await getBlock(zk.reader)).timestamp) + 3600
    const terms = { ...limits(), account: account.address, expiresAt }
    const foreign = createMintSpec((await zk.createSigner()).address, terms)
    await zk.mined(createSession(account, foreign))
    const listed = await listAccountSessions(page)
    expect(listed.isWhole).toBe(true)
    expect(listed.sessions.map(({ isOwn }) => isOwn)).toEqual([false, true, true])

    const [first, ...others] = listed.sessions.map(({ hash }) => hash)
    expect(await revokeAccountSessions(page, first ? [first] : [], signal)).toBe(true)
    expect(await listActiveSessions(page, sessionKeys)).toHaveLength(2)
    expect(await revokeAccountSessions(page, others, signal)).toBe(true)
    expect((await listAccountSessions(page)).sessions).toEqual([])
    const place = { account: page.address, chainId: zk.chain.id }
    expect(await hasSessionKeys(place)).toBe(false)
    const before = asked.length
    await mint()
    expect(asked.slice(before)).toEqual(['eth_sendTransaction'])
  })

  test('that were ended elsewhere are forgotten here', async () => {
    const { account, page, create } = await openPage()
    await create()
    const [own] = (await listAccountSessions(page)).sessions
    const other = { ...page, address: account.address }
    const key = await sessionKeys.list({ account: page.address, chainId: zk.chain.id })
    await revokeAccountSessions(other, own ? [own.hash] : [], signal)
    // As another browser would have left it here.
    for (const one of key)
      await sessionKeys.put({ account: page.address, chainId: zk.chain.id }, one)
    expect((await listAccountSessions(page)).sessions).toEqual([])
    expect(await hasSessionKeys({ account: page.address, chainId: zk.chain.id })).toBe(
      false,
    )
  })

  test('are those of this browser where the node lists no more', async () => {
    const { page, create } = await openPage()
    await create()
    const limited = {
      ...page,
      reader: {
        ...page.reader,
        request: (call: { method: string }) =>
          call.method === 'eth_getLogs'
            ? Promise.reject(new Error('at most 1,000 blocks'))
            : page.reader.request(call as never),
      } as SessionAccount['reader'],
    }
    const { sessions, isWhole } = await listAccountSessions(limited)
    expect([sessions.length, isWhole]).toEqual([1, false])
  })
})

test('a collection that Abstract has not allowed is named before anyone signs', async () => {
  const main = await startZkChain(abstract)
  try {
    const address = (await main.createSigner()).address
    const { chain, transport, reader } = main
    const page: SessionAccount = {
      ...{ address, chain, transport, reader },
      isDeployed: async () => false,
      send: () => Promise.reject(new Error('no wallet is asked')),
    }
    const proposed = proposeMintSession(page, limits())
    const error = await proposed.catch((caught: unknown) => caught)
    expect(describeSessionKeyFailure(error, 'Abstract')).toEqual({
      title: 'Abstract allows no session key for this collection yet.',
      text: 'Each collection needs a review there. You can mint as before, with a prompt for each mint.',
    })
  } finally {
    await main.stop()
  }
})
