import type { AcademyProgress, ProgressState } from '@platemark/api/academy'
import { mergeAcademyProgress } from '@platemark/api/academy-operations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session.ts'
import { progressQuery } from '../queries.ts'
import {
  type ArticleStates,
  findUnsent,
  type KeptArticles,
  mergeStates,
} from './article-progress.ts'
import { useKept } from './kept-store.ts'

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

/** Sends what this browser knows and the server does not, once a user is signed in. */
export function useProgressSync(): void {
  const queries = useQueryClient()
  const kept = useKept()
  const { known } = useKnownStates()
  const { mutate } = useMutation({
    mutationFn: (articles: Record<string, { state: ProgressState }>) =>
      call(mergeAcademyProgress, { body: { articles } }),
    onSuccess: (data) => queries.setQueryData(progressQuery.queryKey, { data }),
  })
  const unsent = JSON.stringify(known ? findUnsent(known, kept) : {})
  // The server ignores articles that it does not have: they are sent once.
  const sent = useRef('{}')
  useEffect(() => {
    if (unsent === '{}' || unsent === sent.current) return
    sent.current = unsent
    mutate(JSON.parse(unsent))
  }, [unsent, mutate])
}

/** Returns the states that the server has of the user; undefined until they are known. */
function useKnownStates(): { isSignedIn: boolean; known: ArticleStates | undefined } {
  const isSignedIn = useSession().user !== null
  const { data: body } = useQuery({ ...progressQuery, enabled: isSignedIn })
  const data = isSignedIn ? body?.data : undefined
  const known = useMemo(() => data && toStates(data), [data])
  return { isSignedIn, known }
}

function toStates({ articles }: AcademyProgress): ArticleStates {
  const states = Object.entries(articles).map(([alias, { state }]) => [alias, state])
  return Object.fromEntries(states)
}
