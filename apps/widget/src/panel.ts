import type { MintState } from '@platemark/rules/mint-state-types'
import { createNodeRpc } from './api-source.ts'
import { openConnection } from './connection.ts'
import type { Facts } from './facts.ts'
import { createFeeEstimator } from './fee.ts'
import { createModel, toMintState } from './model.ts'
import { panelActions } from './panel-actions.ts'
import { createPanelMint, type MintDetail } from './panel-mint.ts'
import { loadChainSource, startPolling } from './polling.ts'
import { preloadLater } from './preload.ts'
import { patch } from './render.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'
import { panelView } from './view.ts'

/** Detail of the `platemark:state` event. */
export type StateDetail = {
  state: MintState['code']
  chain: string
  address: string
  account: string | null
}

type Listeners = {
  onState(detail: StateDetail): void
  onMint(detail: MintDetail): void
}

/** Renders the panel in `root` and keeps it current. Returns a function that stops it. */
export function startPanel(
  root: ShadowRoot,
  settings: Settings,
  { onState, onMint }: Listeners,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const model = createModel(settings)
  const store: Store = {
    model,
    signal,
    state: () => toMintState(model),
    update(changes) {
      if (signal.aborted) return
      Object.assign(model, changes)
      show()
    },
  }
  const { rpc, ...parts } = openParts(store, onMint)
  const estimate = createFeeEstimator(store, { loadWalletChunk, rpc })
  const actions = panelActions(store, parts)
  const emit = emitChanges(onState)

  const show = () => {
    model.now = parts.reading.now()
    model.isOffline = !navigator.onLine
    const state = store.state()
    withFocus(root, () => patch(root, [panelView(model, state, actions)]))
    estimate(state)
    if (state) emit(state.code, model.wallet?.address ?? null, settings)
  }
  const clock = setInterval(show, 1000)
  signal.addEventListener('abort', () => clearInterval(clock))
  addEventListener('offline', show, { signal })
  addEventListener('online', show, { signal })
  preloadLater(() => [loadWalletChunk(), loadChainSource()], signal)
  show()
  return () => controller.abort()
}

/** Creates connection, polling and minting, which call each other, and their RPC. */
function openParts(store: Store, onMint: Listeners['onMint']) {
  const { settings } = store.model
  const connection = openConnection(store, {
    loadWalletChunk,
    onChanged: () => void reading.refresh(),
    onLeft: () => minting.leave(),
  })
  const { provider, rpcWith } = connection
  const rpc = ({ network }: Facts) => rpcWith(createNodeRpc(settings, network))
  const reading = startPolling(store, { rpcWith, onRead: () => void minting.resume() })
  const { refresh } = reading
  const minting = createPanelMint(store, {
    loadWalletChunk,
    rpc,
    provider,
    refresh,
    onMint,
  })
  return { connection, reading, minting, rpc }
}

async function loadWalletChunk() {
  const { walletChunk } = await import('./wallet-chunk.ts')
  return walletChunk
}

/** Restores the focus to the first control when the focused element was removed. */
function withFocus(root: ShadowRoot, change: () => void): void {
  const before = root.activeElement
  change()
  if (!before || before.isConnected) return
  root.querySelector<HTMLElement>('.body :is(button, a, input)')?.focus()
}

/** Emits a state once, until it changes. */
function emitChanges(onState: Listeners['onState']) {
  let emitted = ''
  return (
    state: MintState['code'],
    account: string | null,
    { chain, address }: Settings,
  ) => {
    if (emitted === `${state} ${account}`) return
    emitted = `${state} ${account}`
    onState({ state, chain, address, account })
  }
}
