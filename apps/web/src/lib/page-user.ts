import type { User } from '@platemark/api/profile'
import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  disconnectedSession,
  hasStoredSession,
  readToken,
  subscribeToken,
  type TokenChange,
  unsavedInput,
  useSession,
} from './session.ts'
import { useHydrated } from './use-hydrated.ts'

export type PageUser =
  | { at: 'waiting' | 'signed-out' }
  /** `hasEnded`: the server ended the session while input was still unsaved. */
  | { at: 'known'; user: User; hasEnded: boolean }

/**
 * Returns the user of a page for signed-in users. Unsaved input outlives a session that the
 * server ended.
 */
export function usePageUser(): PageUser {
  const now = useSession()
  const isHydrated = useHydrated()
  const isHolding = useSyncExternalStore(
    unsavedInput.subscribe,
    unsavedInput.read,
    () => false,
  )
  const isStored = useSyncExternalStore(subscribeToken, hasStoredSession, () => false)
  const hasToken = useSyncExternalStore(subscribeToken, isTokenHeld, () => false)
  const [known, setKnown] = useState<User | null>(null)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => subscribeToken(discardInputOnLogOut), [])

  const user = now.user ?? (isHolding ? known : null)
  if (user !== known) setKnown(user)
  // A session from an earlier visit is still being restored.
  const isOnTheWay =
    now === disconnectedSession
      ? isStored
      : now.status === 'connecting' || (now.wallet && hasToken)
  const isWaiting = !isHydrated || (!isAsking && isOnTheWay)
  // The sign-in prompt stays until the user has signed in.
  if (user && isAsking) setAsking(false)
  if (!user && !isWaiting && !isAsking) setAsking(true)
  if (user) return { at: 'known', user, hasEnded: now.user === null }
  return { at: isWaiting ? 'waiting' : 'signed-out' }
}

/** Discards unsaved input on logging out or switching accounts. */
function discardInputOnLogOut({ token, by }: TokenChange) {
  if (token === null && (by === 'log-out' || by === 'here')) unsavedInput.write(false)
}

function isTokenHeld(): boolean {
  return readToken() !== null
}
