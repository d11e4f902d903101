import { useQuery } from '@tanstack/react-query'
import type { Client } from 'viem'
import { getBlock } from 'viem/actions'

/**
 * Returns the chain's time in unix seconds: the newest block's timestamp plus the time
 * since it was read. Undefined before the first read and on embedded chains, which make
 * no blocks while idle and use the wall clock.
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
      // A block cannot be read before it is made: keep the highest offset.
      return earlier === undefined ? read : Math.max(read, earlier)
    },
    enabled: !isDemo,
    refetchInterval: 12_000,
  }).data
  return start === undefined ? undefined : Math.floor(start + performance.now() / 1000)
}
