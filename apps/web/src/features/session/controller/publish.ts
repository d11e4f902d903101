import { type Session, session } from '../../../lib/session.ts'
import { currentWallet, type State } from '../machine/state.ts'

/** Writes the session of a state to the store that every screen reads. */
export function publish(state: State): void {
  const next = sessionOf(state)
  const { status, wallet, user } = session.read()
  const isSame = next.status === status && next.wallet === wallet && next.user === user
  if (!isSame) session.write(next)
}

function sessionOf(state: State): Session {
  const wallet = currentWallet(state)
  if (state.at === 'signed-in') return { status: 'signed-in', wallet, user: state.user }
  if (state.at === 'connecting' && state.former?.at === 'signed-in') {
    return { status: 'signed-in', wallet, user: state.former.user }
  }
  if (wallet) return { status: 'connected', wallet, user: null }
  const isConnecting = state.at === 'connecting' || state.at === 'restoring'
  return { status: isConnecting ? 'connecting' : 'disconnected', wallet, user: null }
}
