import type { AppConfig } from '@platemark/api/config'
import type { QueryClient } from '@tanstack/react-query'
import type { Config } from 'wagmi'
import { createStore, type Store } from '../../lib/store.ts'
import { runEffect } from './controller/effects.ts'
import { listen } from './controller/listen.ts'
import { publish } from './controller/publish.ts'
import { startUserReader } from './controller/user-reader.ts'
import { startWallets } from './controller/wallets.ts'
import type { Event } from './machine/events.ts'
import { initialState, type State } from './machine/state.ts'
import { step } from './machine.ts'

export type Controller = {
  state: Store<State>
  dispatch(event: Event): void
  stop(): void
}

type Needs = { config: AppConfig; wagmi: Config; queries: QueryClient }

/**
 * Runs the session machine on this page: turns wallet, storage and server events into
 * machine events and runs the effects of each step.
 */
export function startController(needs: Needs): Controller {
  const state = createStore(initialState)
  const dispatch = (event: Event) => {
    const next = step(state.read(), event)
    state.write(next.state)
    publish(next.state)
    for (const effect of next.effects) runEffect(effect, parts)
  }
  const page = { ...needs, state, dispatch }
  const parts = { page, wallets: startWallets(page), users: startUserReader(page) }
  const stopListening = listen(parts)
  const stop = () => {
    stopListening()
    parts.users.stop()
  }
  return { state, dispatch, stop }
}
