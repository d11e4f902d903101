import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import type { Wallet } from '../../../lib/session.ts'
import {
  currentWallet,
  findIdle,
  isAwaited,
  isSigning,
  replaceIdle,
  type SessionFailure,
  type State,
} from './state.ts'
import { ignore, rollback, type Step } from './transitions.ts'

export function addressChanged(state: State, wallet: Wallet): Step {
  const former = currentWallet(state)
  if (!former || former.connector !== wallet.connector) return ignore(state)
  if (isSameAddress(former.address, wallet.address))
    return chainChanged(state, wallet.chainId)
  const { connector } = former
  const failure = switchedAccounts(state, former)
  const isShown = isSigning(state) || isAwaited(state)
  return {
    // The other, connecting wallet is unaffected.
    state:
      state.at === 'connecting'
        ? { ...state, former: null }
        : rollback(state, null, isShown ? { ...failure, connector } : null),
    effects: [
      { do: 'forget-user' },
      { do: 'drop-token' },
      { do: 'disconnect', connector },
      { do: 'show-failure', failure, connector, canRetry: state.at !== 'connecting' },
    ],
  }
}

function switchedAccounts(state: State, { address }: Wallet): SessionFailure {
  const title = 'You switched accounts.'
  if (isSigning(state)) {
    const text = `The message was for ${shortAddress(address)}. Connect the account you want.`
    return { title, text }
  }
  const what =
    findIdle(state)?.at === 'needs-sign-in'
      ? 'The wallet was disconnected'
      : 'You were signed out'
  return { title, text: `${what}. Connect the account you want.` }
}

export function chainChanged(state: State, chainId: number): Step {
  const wallet = currentWallet(state)
  if (!wallet || wallet.chainId === chainId) return ignore(state)
  const moved = { ...wallet, chainId }
  if ('wallet' in state) return ignore({ ...state, wallet: moved })
  const idle = findIdle(state)
  return ignore(idle ? replaceIdle(state, { ...idle, wallet: moved }) : state)
}

/**
 * Handles a wallet that disconnected by itself. The token is kept: the same account may
 * come back.
 */
export function walletDisconnected(state: State, connector: string): Step {
  const wallet = currentWallet(state)
  if (wallet?.connector !== connector) return ignore(state)
  if (state.at === 'connecting') {
    return { state: { ...state, former: null }, effects: [{ do: 'forget-user' }] }
  }
  if (!isSigning(state) && !isAwaited(state)) {
    return { state: rollback(state, null), effects: [{ do: 'forget-user' }] }
  }
  const failure: SessionFailure = {
    title: `${wallet.name} disconnected.`,
    text: isSigning(state)
      ? 'Nothing was saved. Connect again to continue.'
      : 'Connect again to continue.',
  }
  return {
    state: rollback(state, null, { ...failure, connector }),
    effects: [
      { do: 'forget-user' },
      { do: 'show-failure', failure, connector, canRetry: true },
    ],
  }
}
