import { type Rpc, RpcError } from '@platemark/sale/rpc'
import { Problem } from '@platemark/wire/problem'
import { readByApi, readNetwork, readWalletByApi, rpcOf } from './api-source.ts'
import { type BlockReading, type ChainClock, clockAfter } from './chain-clock.ts'
import type { ChainSource } from './chain-source.ts'
import type { Facts, WalletFacts } from './facts.ts'
import type { ConnectedWallet } from './model.ts'
import { NoFacts } from './no-facts.ts'
import type { Store } from './store.ts'

const REFRESH_MS = 10_000

export type Reading = {
  /** Reads everything again, now. */
  refresh(): Promise<void>
  /** Unix seconds on the collection's network. */
  now(): number
}

/**
 * Reads collection and wallet at once and every ten seconds while the page is seen: from the
 * API first, from the chain and the published lists when there is none. `rpcWith` adds what a
 * connected wallet can be asked in place of a node; `onRead` is called each time all was read.
 */
export function startReading(
  store: Store,
  { rpcWith, onRead }: { rpcWith(rpc: Rpc): Rpc; onRead(): void },
): Reading {
  const { model, signal } = store
  const { settings } = model
  let chain: Promise<ChainSource> | undefined
  let running: Promise<void> | undefined
  let isDueAgain = false
  let clock: ChainClock | undefined

  const chainOf = () => {
    chain ??= loadChainSource().then(({ chainSource }) => chainSource(settings))
    chain.catch(() => {
      chain = undefined
    })
    return chain
  }
  const readFacts = async (): Promise<void> => {
    try {
      store.update({ facts: await readByApi(settings, signal), problem: null })
    } catch (error) {
      await readWithoutApi(error)
    }
  }
  const readWithoutApi = async (error: unknown) => {
    if (signal.aborted) return
    const answer = error instanceof Problem && error.requestId ? error.code : undefined
    if (answer === 'blocked') return store.update({ problem: 'blocked' })
    try {
      // An API that answers knows the network, whose nodes may be its own.
      const network = answer
        ? await readNetwork(settings, signal).catch(() => null)
        : null
      const source = await chainOf()
      const facts = await source.read({ facts: model.facts, network }, signal)
      // Read, but the site does not know it yet: it opens when it does.
      store.update({ facts, problem: answer === 'not_found' ? 'not_indexed' : null })
    } catch (reason) {
      store.update({ problem: problemOf(reason, answer) })
    }
  }
  const isCurrent = ({ address, chainId }: ConnectedWallet) =>
    model.wallet?.address === address && model.wallet.chainId === chainId
  const readWallet = async () => {
    const { facts, wallet } = model
    if (!facts || !wallet || wallet.chainId !== facts.network.id) return
    const rpc = rpcWith(rpcOf(settings, facts.network))
    const byChain = async () => (await chainOf()).readWallet(facts, wallet.address, rpc)
    try {
      const read: WalletFacts =
        facts.source === 'chain'
          ? await byChain()
          : await readWalletByApi({ settings, facts, rpc }, wallet.address, signal).catch(
              byChain,
            )
      if (isCurrent(wallet)) {
        store.update({ wallet: { ...wallet, facts: read, isUnreachable: false } })
      }
    } catch {
      if (isCurrent(wallet)) store.update({ wallet: { ...wallet, isUnreachable: true } })
    }
  }
  const readClock = async ({ network }: Facts) => {
    if (network.isDemo) return
    const rpc = rpcWith(rpcOf(settings, network))
    const read = await readNewestBlock(rpc).catch(() => undefined)
    if (read) clock = clockAfter(clock, read)
  }
  const readAll = async () => {
    do {
      isDueAgain = false
      await readFacts()
      await Promise.all([readWallet(), model.facts && readClock(model.facts)])
    } while (isDueAgain && !signal.aborted)
    onRead()
  }
  const refresh = () => {
    isDueAgain = running !== undefined
    running ??= readAll().finally(() => {
      running = undefined
    })
    return running
  }

  const timer = setInterval(() => {
    if (!document.hidden) void refresh()
  }, REFRESH_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  addEventListener('online', () => void refresh(), { signal })
  void refresh()
  return {
    refresh,
    now: () => {
      const time = clock ? performance.now() + clock.offset : Date.now()
      return Math.floor(time / 1000)
    },
  }
}

/** What reads the chain: loaded when the API does not answer, or ahead of that. */
export function loadChainSource(): Promise<typeof import('./chain-source.ts')> {
  return import('./chain-source.ts')
}

async function readNewestBlock(rpc: Rpc): Promise<BlockReading> {
  const block = await rpc('eth_getBlockByNumber', ['latest', false])
  // Safe: nodes answer this method with a block, or null.
  const { timestamp } = block as { timestamp: string }
  const madeAt = Number(timestamp) * 1000
  if (Number.isNaN(madeAt)) throw new TypeError('The node answered no time.')
  return { madeAt, offset: madeAt - performance.now() }
}

/** What the chain's silence means, after `answer` of the API. */
function problemOf(reason: unknown, answer: string | undefined) {
  const isReverted = reason instanceof RpcError
  if (!isReverted && !(reason instanceof NoFacts)) {
    return answer === 'too_many_requests' ? 'too_often' : 'network'
  }
  if (answer === 'unknown_chain') {
    return { sentence: 'This site does not offer collections of this network.' }
  }
  return {
    sentence:
      answer === 'not_found' || isReverted
        ? 'There is no collection at this address.'
        : reason.message,
  }
}
