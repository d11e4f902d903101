import type { MintAction, MintState } from '@platemark/rules/mint-state'
import { openingIn } from '@platemark/rules/opening'
import { rpcOf } from './api-source.ts'
import { saveToCalendar } from './calendar.ts'
import { openConnection } from './connection.ts'
import type { Facts } from './facts.ts'
import { feeEstimator } from './fee.ts'
import { loadAhead } from './load-ahead.ts'
import { type MintDetail, openPanelMinting } from './minting.ts'
import { newModel, stateOf } from './model.ts'
import { loadChainSource, startReading } from './reading.ts'
import { patch } from './render.ts'
import type { Settings } from './settings.ts'
import { share } from './share.ts'
import type { Actions } from './shown.ts'
import type { Store } from './store.ts'
import { panelView } from './view.ts'

/** What the page around the panel hears when its state changes. */
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

/** Shows the panel in `root` and keeps it current. The function answered ends it. */
export function startPanel(
  root: ShadowRoot,
  settings: Settings,
  { onState, onMint }: Listeners,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const model = newModel(settings)
  const store: Store = {
    model,
    signal,
    state: () => stateOf(model),
    update(changes) {
      if (signal.aborted) return
      Object.assign(model, changes)
      show()
    },
  }
  const connection = openConnection(store, {
    loadDesk,
    onChanged: () => void reading.refresh(),
    onLeft: () => minting.leave(),
  })
  const rpc = ({ network }: Facts) => connection.rpcWith(rpcOf(settings, network))
  const { rpcWith } = connection
  const reading = startReading(store, { rpcWith, onRead: () => void minting.resume() })
  const { refresh } = reading
  const { provider } = connection
  const minting = openPanelMinting(store, { loadDesk, rpc, provider, refresh, onMint })
  const estimate = feeEstimator(store, { loadDesk, rpc })
  const actions = actionsOf(store, { connection, reading, minting })
  const tell = onlyChanges(onState)

  const show = () => {
    model.now = reading.now()
    model.isOffline = !navigator.onLine
    const state = store.state()
    withFocus(root, () => patch(root, [panelView(model, state, actions)]))
    estimate(state)
    if (state) tell(state.code, model.wallet?.address ?? null, settings)
  }
  const clock = setInterval(show, 1000)
  signal.addEventListener('abort', () => clearInterval(clock))
  addEventListener('offline', show, { signal })
  addEventListener('online', show, { signal })
  loadAhead(() => [loadDesk(), loadChainSource()], signal)
  show()
  return () => controller.abort()
}

async function loadDesk() {
  const { desk } = await import('./desk.ts')
  return desk
}

type Parts = {
  connection: ReturnType<typeof openConnection>
  reading: ReturnType<typeof startReading>
  minting: ReturnType<typeof openPanelMinting>
}

function actionsOf(store: Store, { connection, reading, minting }: Parts): Actions {
  const { model } = store
  const shareIt = async () => {
    const { facts, wallet } = model
    if (!facts || !wallet) return
    const notice = await share(facts, wallet.address).catch(
      () => 'The link could not be shared.',
    )
    store.update({ notice })
  }
  const press = (action: MintAction): unknown => {
    const state = store.state()
    switch (action) {
      case 'mint':
        return minting.mint()
      case 'connect':
      case 'use_another_wallet':
        return connection.open()
      case 'switch_chain':
        return connection.move()
      case 'retry':
        return reading.refresh()
      case 'mint_more':
        return store.update({ result: null, notice: null, quantity: 1 })
      case 'share':
        return shareIt()
      case 'mint_fewer':
        if (state?.code !== 'insufficient_funds') return
        return store.update({ quantity: state.params.affordable })
      case 'add_to_calendar': {
        const phase = state && openingIn(state)
        return phase && model.facts && saveToCalendar(model.facts, phase)
      }
    }
  }
  return {
    press: (action) => {
      // A part that the network did not bring is the one failure that nobody else tells of.
      Promise.resolve(press(action)).catch(() => store.update({ fault: lostPart }))
    },
    choose: (wallet) => void connection.choose(wallet),
    close: connection.close,
    disconnect: connection.disconnect,
    setQuantity: (quantity) => store.update({ quantity, fault: null }),
    choosePhase: (chosenPhaseId) => store.update({ chosenPhaseId, fault: null }),
    togglePriceRows: () => store.update({ showsPriceRows: !model.showsPriceRows }),
  }
}

const lostPart =
  'A part of this panel could not be loaded; try again, or reload the page.'

/** Keeps the focus inside when what had it is gone: on the first thing to press. */
function withFocus(root: ShadowRoot, change: () => void): void {
  const before = root.activeElement
  change()
  if (!before || before.isConnected) return
  root.querySelector<HTMLElement>('.body :is(button, a, input)')?.focus()
}

/** Tells a state once, until another follows. */
function onlyChanges(onState: Listeners['onState']) {
  let told = ''
  return (
    state: MintState['code'],
    account: string | null,
    { chain, address }: Settings,
  ) => {
    if (told === `${state} ${account}`) return
    told = `${state} ${account}`
    onState({ state, chain, address, account })
  }
}
