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
} from '../../lib/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'

export type SettingsUser =
  | { at: 'waiting' | 'nobody' }
  /** `hasEnded`: the server ended the session while input was still unsaved. */
  | { at: 'known'; user: User; hasEnded: boolean }

/** Whose settings the page shows. Unsaved input outlives a session that the server ended. */
export function useSettingsUser(): SettingsUser {
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
  // An earlier visit left a session, and it is not known yet what became of it.
  const isOnTheWay =
    now === disconnectedSession
      ? isStored
      : now.status === 'connecting' || (now.wallet && hasToken)
  const isWaiting = !isHydrated || (!isAsking && isOnTheWay)
  // Once somebody was asked to sign in, the question stays until they did.
  if (user && isAsking) setAsking(false)
  if (!user && !isWaiting && !isAsking) setAsking(true)
  if (user) return { at: 'known', user, hasEnded: now.user === null }
  return { at: isWaiting ? 'waiting' : 'nobody' }
}

/** Who logs out or changes accounts leaves nothing behind. */
function discardInputOnLogOut({ token, by }: TokenChange) {
  if (token === null && (by === 'log-out' || by === 'here')) unsavedInput.write(false)
}

function isTokenHeld(): boolean {
  return readToken() !== null
}
