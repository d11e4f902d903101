import { useQuery } from '@tanstack/react-query'
import type { Client } from 'viem'
import { getBlock } from 'viem/actions'

/**
 * The network's own time in unix seconds: the newest block's, plus what has passed since it
 * was read. Undefined until a block was read, and on embedded chains, whose blocks come
 * only when something happens: there the wall clock counts.
 */
export function useChainTime(
  client: Client,
  chainId: number,
  isDemo: boolean,
): number | undefined {
  const start = useQuery({
    queryKey: ['chain time', chainId],
    queryFn: async ({ client: queries, queryKey }) => {
      const { timestamp } = await getBlock(client)
      const read = Number(timestamp) - performance.now() / 1000
      const earlier = queries.getQueryData<number>(queryKey)
      // A block is never read before it is made: the reading furthest ahead is the best.
      return earlier === undefined ? read : Math.max(read, earlier)
    },
    enabled: !isDemo,
    refetchInterval: 12_000,
  }).data
  return start === undefined ? undefined : Math.floor(start + performance.now() / 1000)
}
