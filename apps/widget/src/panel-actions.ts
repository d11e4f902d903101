import type { MintAction } from '@platemark/rules/mint-state-types'
import { findOpening } from '@platemark/rules/opening'
import { saveToCalendar } from './calendar.ts'
import type { Connection } from './connection.ts'
import type { PanelMint } from './panel-mint.ts'
import type { Polling } from './polling.ts'
import { shareCollection } from './share.ts'
import type { Store } from './store.ts'
import type { Actions } from './view-props.ts'

/** Parts of the panel that perform its actions. */
export type Parts = {
  connection: Connection
  reading: Polling
  minting: PanelMint
}

/** Returns the handlers of the panel's controls. */
export function panelActions(store: Store, parts: Parts): Actions {
  const { model } = store
  const { connection } = parts
  return {
    press: (action) => {
      // Only a chunk that failed to load is not reported elsewhere.
      Promise.resolve(press(action, store, parts)).catch(() =>
        store.update({ fault: lostPart }),
      )
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
  'A part of this panel could not be loaded. Try again, or reload the page.'

/** Performs an action of the current state; the returned promise is awaited. */
function press(
  action: MintAction,
  store: Store,
  { connection, reading, minting }: Parts,
): unknown {
  const { facts } = store.model
  const state = store.state()
  switch (action) {
    case 'mint':
      return minting.mint()
    case 'connect':
    case 'use_another_wallet':
      return connection.open()
    case 'stop_waiting':
      return minting.stopWaiting()
    case 'switch_chain':
      return connection.move()
    case 'retry':
      return reading.refresh()
    case 'mint_more':
      return store.update({ result: null, notice: null, quantity: 1 })
    case 'share':
      return shareMint(store)
    case 'mint_fewer':
      if (state?.code !== 'insufficient_funds') return
      return store.update({ quantity: state.params.affordable })
    case 'add_to_calendar': {
      const phase = state && findOpening(state)
      return phase && facts && saveToCalendar(facts, phase)
    }
  }
}

async function shareMint(store: Store): Promise<void> {
  const { facts, wallet } = store.model
  if (!facts || !wallet) return
  const notice = await shareCollection(facts, wallet.address).catch(
    () => 'The link could not be shared.',
  )
  store.update({ notice })
}
