import { saveName } from '@platemark/api/names-operations'
import { Problem } from '@platemark/api/problem'
import { packLabel } from '@platemark/mint/names/name-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import {
  lastNamesQuery,
  nameCheckQuery,
  nameProfileQuery,
  ownNamesQuery,
} from '../queries.ts'

/** Milliseconds before each further attempt, while the server has not seen the block yet. */
const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000]

type SavingState = 'idle' | 'saving' | 'failed' | 'saved'

type SaveName = {
  name: string
  /** Transaction that registers it, once it is sent; or null. */
  sentHash: `0x${string}` | null
  /** The account has the name on the chain. */
  isRegistered: boolean
  onSaved: () => void
}

/**
 * Saves a name with the account: as pending once its transaction is sent, and for good once it is on
 * the chain. The indexer finds it in any case.
 */
export function useSaveName({ name, sentHash, isRegistered, onSaved }: SaveName) {
  const [state, setState] = useState<SavingState>('idle')
  const [error, setError] = useState<Error | null>(null)
  const queries = useQueryClient()
  const saved = useRef(onSaved)
  saved.current = onSaved
  const refresh = useCallback(async () => {
    const options = [
      ownNamesQuery,
      lastNamesQuery,
      nameCheckQuery(name),
      nameProfileQuery(name),
    ]
    await Promise.all(
      options.map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
    )
  }, [queries, name])

  useEffect(() => {
    if (!sentHash || isRegistered) return
    // Others then see that the name is being registered; without it nothing is lost.
    send(name, sentHash).then(refresh, () => undefined)
  }, [name, sentHash, isRegistered, refresh])

  const save = useCallback(
    async (signal: AbortSignal) => {
      setState('saving')
      try {
        await sendUntilSaved(name, sentHash, signal)
        setState('saved')
        saved.current()
        await refresh()
      } catch (cause) {
        if (signal.aborted) return
        setError(cause instanceof Error ? cause : new Error(String(cause)))
        setState('failed')
      }
    },
    [name, sentHash, refresh],
  )
  useEffect(() => {
    if (!isRegistered) return
    const leaving = new AbortController()
    void save(leaving.signal)
    return () => leaving.abort()
  }, [isRegistered, save])
  return { state, error, retry: () => void save(new AbortController().signal) }
}

function send(name: string, hash: `0x${string}` | null) {
  const body = {
    name,
    token_id: String(packLabel(name)),
    ...(hash && { tx_hash: hash }),
  }
  return call(saveName, { body })
}

async function sendUntilSaved(
  name: string,
  hash: `0x${string}` | null,
  signal: AbortSignal,
): Promise<void> {
  for (const [attempt, ms] of [...RETRY_AFTER_MS, null].entries()) {
    try {
      const { status } = await send(name, hash)
      // The server's node is a block behind.
      if (status !== 'pending' || ms === null) return
    } catch (error) {
      if (!isPassing(error) || ms === null) throw error
    }
    await pause(RETRY_AFTER_MS[attempt] ?? 0, signal)
  }
}

/** Returns whether a later attempt may succeed. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof Problem &&
    ['name_not_minted', 'chain_unavailable'].includes(error.code)
  )
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('page was left'))
    })
  })
}
