import { dialogs } from '../../../lib/dialogs.ts'
import { isSmartWallet } from '../../../lib/session-keys/is-smart-wallet.ts'
import { hasSessionKeys } from '../../../lib/session-keys/stored-session-keys.ts'
import type { Event } from '../machine/events.ts'
import { currentWallet } from '../machine/state.ts'
import type { ControllerContext } from './context.ts'

type LogOut = Extract<Event, { type: 'log-out' }>

/**
 * Logs out. A smart account whose session keys are in this browser is asked first whether they end
 * on the chain, too.
 */
export async function leave(
  { config, state, dispatch }: ControllerContext,
  request: LogOut,
): Promise<void> {
  const wallet = currentWallet(state.read())
  const isAsked =
    request.from === 'here' && wallet && isSmartWallet(config, wallet, wallet.chainId)
  if (!isAsked) return dispatch(request)
  const { address: account, chainId } = wallet
  if (await hasSessionKeys({ account, chainId })) dialogs.write({ name: 'end-keys' })
  else dispatch(request)
}
