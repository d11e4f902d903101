import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import type { Wallet } from '../../../lib/session.ts'
import { back, type Step, stay } from './moves.ts'
import {
  type Failure,
  isAskedFor,
  isSigning,
  type State,
  settle,
  settledIn,
  walletOf,
} from './state.ts'

export function addressChanged(state: State, wallet: Wallet): Step {
  const former = walletOf(state)
  if (!former || former.connector !== wallet.connector) return stay(state)
  if (isSameAddress(former.address, wallet.address))
    return chainChanged(state, wallet.chainId)
  const { connector } = former
  const failure = switchedAccounts(state, former)
  const isShown = isSigning(state) || isAskedFor(state)
  return {
    // The other wallet that is being asked has nothing to do with it.
    state:
      state.at === 'connecting'
        ? { ...state, former: null }
        : back(state, null, isShown ? { ...failure, connector } : null),
    effects: [
      { do: 'forget-user' },
      { do: 'drop-token' },
      { do: 'disconnect', connector },
      { do: 'tell-failure', failure, connector, canRetry: state.at !== 'connecting' },
    ],
  }
}

function switchedAccounts(state: State, { address }: Wallet): Failure {
  const title = 'You switched accounts.'
  if (isSigning(state)) {
    const text = `The message was for ${shortAddress(address)}. Connect the account you want.`
    return { title, text }
  }
  const what =
    settledIn(state)?.at === 'needs-sign-in'
      ? 'The wallet was disconnected'
      : 'You were signed out'
  return { title, text: `${what}. Connect the account you want.` }
}

export function chainChanged(state: State, chainId: number): Step {
  const wallet = walletOf(state)
  if (!wallet || wallet.chainId === chainId) return stay(state)
  const moved = { ...wallet, chainId }
  if ('wallet' in state) return stay({ ...state, wallet: moved })
  const settled = settledIn(state)
  return stay(settled ? settle(state, { ...settled, wallet: moved }) : state)
}

/** The wallet let us go by itself. The token is kept: the same account may come back. */
export function walletGone(state: State, connector: string): Step {
  const wallet = walletOf(state)
  if (wallet?.connector !== connector) return stay(state)
  if (state.at === 'connecting') {
    return { state: { ...state, former: null }, effects: [{ do: 'forget-user' }] }
  }
  if (!isSigning(state) && !isAskedFor(state)) {
    return { state: back(state, null), effects: [{ do: 'forget-user' }] }
  }
  const failure: Failure = {
    title: `${wallet.name} disconnected.`,
    text: isSigning(state)
      ? 'Nothing was saved. Connect again to go on.'
      : 'Connect again to go on.',
  }
  return {
    state: back(state, null, { ...failure, connector }),
    effects: [
      { do: 'forget-user' },
      { do: 'tell-failure', failure, connector, canRetry: true },
    ],
  }
}
