import type { SetOfWorks } from '@platemark/api/works'
import type { ProblemCode } from '@platemark/works/messages'
import type { WorkProblem } from '@platemark/works/work-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isShown } from '../../../../lib/query.ts'
import type { ShownReport } from './report-card.tsx'
import { setQuery } from './set-queries.ts'

/** The set of a draft as the server has it, with its corrections. */
export type StoredSet = {
  set: SetOfWorks | undefined
  /** Takes the answer to a correction, if there is one. */
  show(answer: SetOfWorks | undefined): Promise<void>
  /** Reads it again, after an upload. */
  refresh(): Promise<void>
}

/** Reads the stored set of a draft that has one. */
export function useStoredSet(contractId: string, hasSet: boolean): StoredSet {
  const queries = useQueryClient()
  const options = setQuery(contractId)
  const { data } = useQuery({ ...options, enabled: hasSet, staleTime: 0 })
  // Safe: an answer that is not blocked is a set.
  const set = isShown(data) && 'data' in data ? (data.data as SetOfWorks) : undefined
  const refresh = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) =>
        typeof key === 'string' && key.includes(`/studio/${contractId}/works`),
    })
  return {
    set,
    refresh,
    async show(answer) {
      if (!answer) return
      queries.setQueryData([...options.queryKey], { data: answer })
      await refresh()
    },
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
