import { type Address, type Hex, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { expect, vi } from 'vitest'
import { mintCall } from '../src/mint-call.ts'
import type { MintOrder } from '../src/mint-order.ts'
import type { MintShown } from '../src/mint-result.ts'
import { createMintSession, type MintSession } from '../src/mint-session.ts'
import type { Signer } from '../src/request-transaction.ts'
import type { Rpc } from '../src/rpc.ts'
import { startTestChain } from './chain.ts'
import { openNow, testCollections } from './collections.ts'
import { testRpc, testWallet } from './wallet.ts'

type Options = {
  /** Account that mints; Ada by default. */
  account?: Address
  sponsorUrl?: string
  depth?: number
  patienceMs?: number
  promptMs?: number
  walletChainId?: number
  before?: () => Promise<void>
  rpc?: Rpc
  /** Replaces the wallet's responses. */
  wrap?: (signer: Signer) => Signer
}

/** Starts a chain with the contracts, and sessions that mint there for Ada. */
export async function startTestMinting() {
  const chain = await startTestChain()
  const { client } = chain
  const rpc = testRpc(chain)
  const collections = await testCollections(chain)
  const { ada, create } = collections
  const open: MintSession[] = []

  /** Opens a session for a new collection, and records the states it shows. */
  async function opened(
    changes: Parameters<typeof create>[0] = {},
    options: Options = {},
  ) {
    const contract = await create({ publicPhase: openNow, ...changes })
    const wallet = testWallet(chain, options.walletChainId, options.before)
    let changed = 0
    let requests = 0
    const reopen = () => {
      const shown = openShown()
      const minting = openMinting(shown.show)
      open.push(minting)
      return { minting, ...shown }
    }
    const openMinting = (show: (changes: Partial<MintShown>) => void) =>
      createMintSession({
        scope: { account: options.account ?? ada, chainId: foundry.id, contract },
        rpc: (method, params) => {
          requests += 1
          return (options.rpc ?? rpc)(method, params)
        },
        blockTag: 'pending',
        depth: options.depth ?? 0,
        pollMs: 20,
        ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
        ...(options.promptMs !== undefined && { promptMs: options.promptMs }),
        signer: async () => options.wrap?.(wallet.signer) ?? wallet.signer,
        subjectOf,
        ...(options.sponsorUrl !== undefined && { sponsorUrl: options.sponsorUrl }),
        show,
        onChanged() {
          changed += 1
        },
      })
    return {
      ...{ contract, wallet, ...reopen() },
      /** Opens a further session of the same collection, as after a reload. */
      reopen,
      changes: () => changed,
      requestCount: () => requests,
    }
  }

  /** Puts a transaction of another wallet before the pending ones, and mines all of them. */
  async function putBefore(call: {
    account: Address
    to: Address
    data: Hex
    value?: bigint
  }) {
    await client.sendTransaction({
      ...call,
      chain: foundry,
      gas: 300_000n,
      maxFeePerGas: parseEther('0.000001'),
      maxPriorityFeePerGas: parseEther('0.0000005'),
    })
    await client.mine({ blocks: 1 })
  }

  return {
    ...{ client, rpc, ...collections, opened, waiting, putBefore },
    /** Puts a mint of another wallet before the pending ones, and mines all of them. */
    overtake(order: MintOrder) {
      const { to, data } = mintCall(order)
      const value = order.unitWei * BigInt(order.quantity)
      return putBefore({ account: order.account, to, data, value })
    },
    async endAll() {
      for (const minting of open.splice(0)) minting.end()
      await client.setAutomine(true)
    },
    stop: chain.stop,
  }
}

/** Records the states of a panel. */
function openShown() {
  const panel: MintShown = {
    attempt: null,
    result: null,
    fault: null,
    warning: null,
    faultCode: null,
    optimisticMinted: null,
  }
  const steps: (string | null)[] = []
  const faults: (string | null)[] = []
  const results: { hash: string; tokenIds: readonly string[] }[] = []
  const show = (changes: Partial<MintShown>) => {
    Object.assign(panel, changes)
    if (changes.attempt !== undefined) steps.push(changes.attempt?.step ?? null)
    if (changes.fault !== undefined) faults.push(changes.fault)
    if (changes.result) results.push(changes.result)
  }
  return { panel, steps, faults, results, show }
}

function subjectOf() {
  return {
    phase: { title: 'Public', allowed: 5 },
    network: 'Local',
    wallet: 'Rabby Wallet',
    now: Math.floor(Date.now() / 1000),
    when: String,
  }
}

/** Resolves with the hash of a mint once it is pending. */
async function waiting(panel: MintShown): Promise<Hex> {
  await vi.waitFor(() => expect(panel.attempt?.step).toBe('sent'), 10_000)
  // Safe: a mint that was sent has a hash.
  return panel.attempt?.hash as Hex
}
