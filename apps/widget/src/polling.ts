import type { Rpc } from '@platemark/mint/rpc'
import { createNodeRpc } from './api-source.ts'
import { type ChainClock, readClock } from './chain-clock.ts'
import type { ChainSource } from './chain-source.ts'
import { readFacts, readWallet, type Sources } from './read-facts.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'

const REFRESH_MS = 10_000

export type Polling = {
  /** Refetches everything now. */
  refresh(): Promise<void>
  /** Unix seconds on the collection's network. */
  now(): number
}

/**
 * Reads collection and wallet at once and every ten seconds while the page is visible:
 * from the API, or else from the chain and the list files. `rpcWith` adds the wallet as
 * fallback; `onRead` is called after each read.
 */
export function startPolling(
  store: Store,
  { rpcWith, onRead }: { rpcWith(rpc: Rpc): Rpc; onRead(): void },
): Polling {
  const { model, signal } = store
  const { settings } = model
  const sources: Sources = {
    store,
    chain: cachedChainSource(settings),
    rpc: ({ network }) => rpcWith(createNodeRpc(settings, network)),
  }
  let clock: ChainClock | undefined
  const readTime = async () => {
    const { facts } = model
    if (facts) clock = await readClock(clock, sources.rpc(facts), facts.network)
  }
  const refresh = coalesce(signal, onRead, async () => {
    await readFacts(sources)
    await Promise.all([readWallet(sources), readTime()])
  })

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

/** Runs `read` once at a time, and once more when it was requested meanwhile. */
function coalesce(
  signal: AbortSignal,
  onRead: () => void,
  read: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined
  let isDueAgain = false
  const readAll = async () => {
    do {
      isDueAgain = false
      await read()
    } while (isDueAgain && !signal.aborted)
    onRead()
  }
  return () => {
    isDueAgain = running !== undefined
    running ??= readAll().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Loads the chain source on first use, and again after a failure. */
function cachedChainSource(settings: Settings): () => Promise<ChainSource> {
  let kept: Promise<ChainSource> | undefined
  return () => {
    kept ??= loadChainSource().then(({ createChainSource }) =>
      createChainSource(settings),
    )
    kept.catch(() => {
      kept = undefined
    })
    return kept
  }
}

/** Loads the chain source's chunk. */
export function loadChainSource(): Promise<typeof import('./chain-source.ts')> {
  return import('./chain-source.ts')
}
