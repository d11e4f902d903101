import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  type ArticleStates,
  type KeptArticles,
  mergeStates,
} from '../../../components/academy-progress/article-progress.ts'
import { useKept } from '../../../components/academy-progress/kept-store.ts'
import {
  progressQuery,
  sendUnsent,
  toStates,
} from '../../../components/academy-progress/send-kept.ts'
import { useSession } from '../../../lib/session.ts'

export type Progress = {
  states: ArticleStates
  /** Places in articles, by this browser alone. */
  kept: KeptArticles
  isSignedIn: boolean
}

/** Returns the progress of the user, or of the browser of a visitor. */
export function useProgress(): Progress {
  const kept = useKept()
  const { isSignedIn, known } = useKnownStates()
  const states = useMemo(() => mergeStates(known ?? {}, kept), [known, kept])
  return { states, kept, isSignedIn }
}

/** Sends what this browser knows and the server does not, while a user is signed in. */
export function useProgressSync(): void {
  const queries = useQueryClient()
  const kept = useKept()
  const { known } = useKnownStates()
  useEffect(() => {
    if (known) void sendUnsent(queries, known, kept)
  }, [queries, known, kept])
}

/** Returns the states that the server has of the user; undefined until they are known. */
function useKnownStates(): { isSignedIn: boolean; known: ArticleStates | undefined } {
  const isSignedIn = useSession().user !== null
  const { data: body } = useQuery({ ...progressQuery, enabled: isSignedIn })
  const data = isSignedIn ? body?.data : undefined
  const known = useMemo(() => data && toStates(data), [data])
  return { isSignedIn, known }
}
