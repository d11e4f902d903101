import type { Connection } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'
import {
  readToken,
  sessionRequests,
  subscribeToken,
  type TokenChange,
} from '../../../lib/session.ts'
import type { Event } from '../machine/events.ts'
import { toWallet, watchConnection } from './connections.ts'
import type { ControllerParts } from './effects.ts'
import { leave } from './leave.ts'

/**
 * Dispatches events for changes of wallets, storage, screens and the browser. Returns a
 * function that stops it.
 */
export function listen({ page, wallets, users }: ControllerParts): () => void {
  const { wagmi, dispatch } = page
  const stops = [
    watchConnection(wagmi, (before, after) => {
      const event = connectionEvent(before, after, wallets.pending)
      if (event) dispatch(event)
    }),
    watchConnectors(wagmi, { onChange: () => void wallets.restoreLate() }),
    subscribeToken((change) => {
      const event = tokenEvent(change)
      if (event) dispatch(event)
    }),
    sessionRequests.subscribe(() => {
      const request = sessionRequests.read()
      if (request?.type === 'user-refreshed') users.take(request)
      if (request?.type === 'log-out') void leave(page, request)
    }),
    on(window, 'online', () => dispatch({ type: 'try-again' })),
    on(document, 'visibilitychange', () => void users.refresh()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Returns the event of a connection change, if it is new to the machine. */
function connectionEvent(
  before: Connection | undefined,
  after: Connection | undefined,
  pending: ReadonlySet<string>,
): Event | undefined {
  if (!after) {
    return before && { type: 'wallet-gone', connector: before.connector.id }
  }
  if (pending.has(after.connector.id) || !after.accounts[0]) return undefined
  const wallet = toWallet(after)
  return before?.connector.uid === after.connector.uid
    ? { type: 'address-changed', wallet }
    : { type: 'wallet-appeared', wallet, hasToken: readToken() !== null }
}

/** Returns the event of a token change. Changes made by this page have none. */
function tokenEvent({ token, by }: TokenChange): Event | undefined {
  if (by === 'here') return undefined
  if (by === 'refused') return { type: 'token-refused' }
  if (token) return { type: 'token-arrived-elsewhere' }
  return { type: 'token-gone-elsewhere', wasCleared: by === 'log-out' }
}

function on(target: EventTarget, name: string, listener: () => void): () => void {
  target.addEventListener(name, listener)
  return () => target.removeEventListener(name, listener)
}
