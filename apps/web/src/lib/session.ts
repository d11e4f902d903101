import type { User } from '@platemark/api/profile'
import { localStore } from '@platemark/mint/browser-store'
import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/** A connected wallet. */
export type Wallet = {
  address: `0x${string}`
  /** Current network of the wallet, which this instance may not list. */
  chainId: number
  /** Id of its connector: the announced reverse domain name. */
  connector: string
  name: string
  /** Announced icon, a data URI. */
  icon?: string
}

/** Session as other features may read it. */
export type Session = {
  /** `connected` is a wallet without a signed-in user; `signed-in` has both. */
  status: 'disconnected' | 'connecting' | 'connected' | 'signed-in'
  wallet: Wallet | null
  user: User | null
}

/** Initial session: disconnected, or not restored yet. */
export const disconnectedSession: Session = {
  status: 'disconnected',
  wallet: null,
  user: null,
}

/** Written by the session feature only. */
export const session = createStore(disconnectedSession)

/** Subscribes to the session; SSR and hydration use the disconnected one. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.read, () => disconnectedSession)
}

/** Request to the session feature: an event of its machine. */
type SessionRequest =
  | { type: 'user-refreshed'; user: User }
  | { type: 'log-out'; from: 'here' | 'everywhere' }

/** Read by the session feature only. */
export const sessionRequests = createStore<SessionRequest | null>(null)

/** Updates the user after a change, so that header and menu show it. */
export function refreshUser(user: User): void {
  sessionRequests.write({ type: 'user-refreshed', user })
}

/** Logs out of this browser. `everywhere`: the server has already ended the session. */
export function requestLogOut(from: 'here' | 'everywhere' = 'here'): void {
  sessionRequests.write({ type: 'log-out', from })
}

/**
 * True while a page holds unsaved input; that page then shows by itself that the session
 * has ended.
 */
export const unsavedInput = createStore(false)

const tokenKey = 'access_token'

export type TokenChange = {
  token: string | null
  /**
   * `refused`: the server no longer accepts it. `other-tab`: another tab wrote or removed
   * it; `log-out`: another tab cleared the storage.
   */
  by: 'here' | 'refused' | 'other-tab' | 'log-out'
}

const tokenListeners = new Set<(change: TokenChange) => void>()

/**
 * Returns the access token, or null when signed out. Where the browser keeps nothing it
 * lasts as long as the page.
 */
export function readToken(): string | null {
  return localStore.getItem(tokenKey)
}

/** Stores the access token; returns whether it outlives this page. */
export function storeToken(token: string): boolean {
  const isKept = localStore.setItem(tokenKey, token)
  notifyTokenListeners({ token, by: 'here' })
  return isKept
}

/** Removes the token; `refused` when the server rejected it. */
export function dropToken(by: 'here' | 'refused' = 'refused'): void {
  if (readToken() === null) return
  localStore.removeItem(tokenKey)
  notifyTokenListeners({ token: null, by })
}

/**
 * Subscribes to changes of the token, including those of other tabs. Returns a function
 * that stops it.
 */
export function subscribeToken(listener: (change: TokenChange) => void): () => void {
  // Adding the same listener again has no effect.
  addEventListener('storage', onStorage)
  tokenListeners.add(listener)
  return () => tokenListeners.delete(listener)
}

/** Clears the local storage of this site, including the token. */
export function clearStorage(): void {
  localStore.clear()
  notifyTokenListeners({ token: null, by: 'here' })
}

/**
 * Returns whether an earlier visit left a token or a connected wallet. Cheap, so that a
 * first visit never loads the wallet code.
 */
export function hasStoredSession(): boolean {
  // wagmi stores null here after a visit without a wallet.
  return (
    readToken() !== null || /"current":"/.test(localStore.getItem('wagmi.store') ?? '')
  )
}

function onStorage(event: StorageEvent): void {
  // A null key is the other tab's `clear`.
  if (event.key !== tokenKey && event.key !== null) return
  notifyTokenListeners({ token: readToken(), by: event.key ? 'other-tab' : 'log-out' })
}

function notifyTokenListeners(change: TokenChange): void {
  for (const listener of [...tokenListeners]) listener(change)
}
