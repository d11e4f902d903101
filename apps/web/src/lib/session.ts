import type { User } from '@platemark/api/profile'
import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/** A connected wallet. */
export type Wallet = {
  address: `0x${string}`
  /** The network the wallet is on, which may be none of ours. */
  chainId: number
  /** Id of its connector: the reverse domain name it announced. */
  connector: string
  name: string
  /** The picture it announced, a data URI. */
  icon?: string
}

/** Who is here, as every screen may know it. */
export type Session = {
  /** `connected` is a wallet without a signed-in user; `signed-in` has both. */
  status: 'disconnected' | 'connecting' | 'connected' | 'signed-in'
  wallet: Wallet | null
  user: User | null
}

/** Nobody is here, or nobody has looked yet: every page begins with it. */
export const disconnectedSession: Session = {
  status: 'disconnected',
  wallet: null,
  user: null,
}

/** Written by the session feature only. */
export const session = createStore(disconnectedSession)

/** The session, kept up to date. Painted and hydrated views see nobody at first. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.read, () => disconnectedSession)
}

/** What a screen asks of the session: events of its machine. */
type SessionRequest =
  | { type: 'user-refreshed'; user: User }
  | { type: 'log-out'; from: 'here' | 'everywhere' }

/** Heard by the session feature only. */
export const sessionRequests = createStore<SessionRequest | null>(null)

/** A newer user arrived, for example with the answer to a change: header and menu show it. */
export function refreshUser(user: User): void {
  sessionRequests.write({ type: 'user-refreshed', user })
}

/** Logs out of this browser. `everywhere`: the server has ended the session already. */
export function requestLogOut(from: 'here' | 'everywhere' = 'here'): void {
  sessionRequests.write({ type: 'log-out', from })
}

/** A page holds input that nobody has saved: it tells by itself when the session has ended. */
export const unsavedInput = createStore(false)

const tokenKey = 'access_token'

export type TokenChange = {
  token: string | null
  /**
   * `refused`: the server no longer takes it. `other-tab`: another tab wrote or removed it;
   * `log-out`: with all that is kept.
   */
  by: 'here' | 'refused' | 'other-tab' | 'log-out'
}

const tokenListeners = new Set<(change: TokenChange) => void>()

/** The access token, or null when signed out. */
export function readToken(): string | null {
  return readStored(tokenKey)
}

export function storeToken(token: string): void {
  localStorage.setItem(tokenKey, token)
  notifyTokenListeners({ token, by: 'here' })
}

/** Forgets the token; `refused` when it was a server's answer that made it worthless. */
export function dropToken(by: 'here' | 'refused' = 'refused'): void {
  if (readToken() === null) return
  localStorage.removeItem(tokenKey)
  notifyTokenListeners({ token: null, by })
}

/** Hears of every change of the token, also those of other tabs. Returns what stops it. */
export function subscribeToken(listener: (change: TokenChange) => void): () => void {
  // Adding it again for another listener changes nothing.
  addEventListener('storage', onStorage)
  tokenListeners.add(listener)
  return () => tokenListeners.delete(listener)
}

/** Clears what this site keeps in local storage, the token with it. */
export function clearStorage(): void {
  localStorage.clear()
  notifyTokenListeners({ token: null, by: 'here' })
}

/**
 * Whether an earlier visit left something to come back to: a token, or a wallet that was
 * connected. Cheap, so that a first visit never loads the wallet's code.
 */
export function hasStoredSession(): boolean {
  // A visit that ended without a wallet has null in that place.
  return readToken() !== null || /"current":"/.test(readStored('wagmi.store') ?? '')
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage can be forbidden altogether; the person is then signed out at every visit.
    return null
  }
}

function onStorage(event: StorageEvent): void {
  // A key of null is the other tab's `clear`.
  if (event.key !== tokenKey && event.key !== null) return
  notifyTokenListeners({ token: readToken(), by: event.key ? 'other-tab' : 'log-out' })
}

function notifyTokenListeners(change: TokenChange): void {
  for (const listener of [...tokenListeners]) listener(change)
}
