import { type Query, useQueryClient } from '@tanstack/react-query'
import { isOfAccounts } from '../../components/account-lists/queries.ts'

/** Milliseconds after a block in which the index has read it: its polls are seconds apart. */
const INDEX_MS = [1_500, 3_000, 5_000, 10_000]

/**
 * Returns a function that refetches what accounts hold once the index may have a block: after a mint
 * its collector may look at the own page.
 */
export function useRefreshAccounts(): () => void {
  const queries = useQueryClient()
  const predicate = ({ queryKey: [url] }: Query) => isOfAccounts(String(url))
  return () => {
    for (const ms of INDEX_MS)
      setTimeout(() => void queries.invalidateQueries({ predicate }), ms)
  }
}
