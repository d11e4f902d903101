import { Problem } from '@platemark/api/problem'
import type { SetOfWorks } from '@platemark/api/works'
import { addCorrections } from '@platemark/works/add-corrections'
import type { ProblemCode } from '@platemark/works/messages'
import type { Correction, WorkProblem } from '@platemark/works/work-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isShown } from '../../../../lib/query.ts'
import type { ShownReport } from './report-card.tsx'
import { sendCorrections, setQuery } from './set-queries.ts'

/** The set of a draft as the server has it, with its corrections. */
export type StoredSet = {
  set: SetOfWorks | undefined
  /** Why the last correction was not taken. */
  failure: string | undefined
  correct(...changes: Correction[]): Promise<void>
  keep(key: string): Promise<void>
  /** Reads it again, after an upload. */
  refresh(): Promise<void>
}

/** Reads the stored set of a draft that has one. */
export function useStoredSet(contractId: string, hasSet: boolean): StoredSet {
  const queries = useQueryClient()
  const options = setQuery(contractId)
  const { data } = useQuery({ ...options, enabled: hasSet, staleTime: 0 })
  const [failure, setFailure] = useState<string>()
  const last = useRef(Promise.resolve())
  // Safe: an answer that is not blocked is a set.
  const set = isShown(data) && 'data' in data ? (data.data as SetOfWorks) : undefined
  const send = async (change: (now: SetOfWorks) => Partial<SetOfWorks>) => {
    const answer = queries.getQueryData(options.queryKey)
    if (!isShown(answer) || !('data' in answer)) return
    setFailure(undefined)
    try {
      // Safe: as above.
      const now = answer.data as SetOfWorks
      const { corrections, accepted } = { ...now, ...change(now) }
      const changed = await sendCorrections(contractId, { corrections, accepted })
      queries.setQueryData([...options.queryKey], { data: changed })
      await refreshWorks()
    } catch (error) {
      setFailure(error instanceof Problem ? error.message : 'This site does not answer.')
    }
  }
  // One after the other, each on the answer of the one before: the server takes whole lists.
  const queue = (change: (now: SetOfWorks) => Partial<SetOfWorks>) => {
    last.current = last.current.then(() => send(change))
    return last.current
  }
  const refreshWorks = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) =>
        typeof key === 'string' && key.includes(`/studio/${contractId}/works`),
    })
  return {
    ...{ set, failure },
    correct: (...changes) =>
      queue(({ corrections }) => ({ corrections: addCorrections(corrections, changes) })),
    keep: (key) => queue(({ accepted }) => ({ accepted: [...accepted, key] })),
    refresh: refreshWorks,
  }
}

/** Returns the report of a stored set. */
export function storedReport(set: SetOfWorks): ShownReport {
  return {
    // Safe: the server's problems are those of the same package.
    problems: set.problems as (WorkProblem & { code: ProblemCode })[],
    problemCount: set.problem_count,
    notices: set.notices,
    describedBy: set.described_by,
    workCount: set.works,
  }
}
