import type { Rehearsal } from '@platemark/api/rehearsal'
import { getRehearsal, startRehearsal } from '@platemark/api/studio-operations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../lib/api.ts'
import { apiQuery } from '../../../../lib/query.ts'

const POLL_MS = 700

/** Returns the newest rehearsal of a draft, followed while it runs, and starts another. */
export function useRehearsal(contractId: string) {
  const queries = useQueryClient()
  const params = { contract_id: contractId, run_id: 'latest' }
  const latest = apiQuery(getRehearsal, { params })
  const read = useQuery({
    ...latest,
    // The draft may have been changed on another step since.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.data.rehearsal?.state === 'running' ? POLL_MS : false,
  })
  const start = useMutation({
    networkMode: 'always',
    mutationFn: () => call(startRehearsal, { params: { contract_id: contractId } }),
    onSuccess: (rehearsal: Rehearsal) =>
      queries.setQueryData(latest.queryKey, { data: { rehearsal } }),
  })
  return { read, rehearsal: read.data?.data.rehearsal, start }
}
