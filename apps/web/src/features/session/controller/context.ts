import type { AppConfig } from '@platemark/api/config'
import type { QueryClient } from '@tanstack/react-query'
import type { Config } from 'wagmi'
import type { Store } from '../../../lib/store.ts'
import type { Effect } from '../machine/effects.ts'
import type { Event } from '../machine/events.ts'
import type { State } from '../machine/state.ts'

/** Dependencies of the controller's parts. */
export type ControllerContext = {
  config: AppConfig
  wagmi: Config
  queries: QueryClient
  state: Store<State>
  dispatch(event: Event): void
}

/** Effect of one kind. */
export type EffectFor<Name extends Effect['do']> = Extract<Effect, { do: Name }>
