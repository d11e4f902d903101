import { listPinnedAchievements } from '@platemark/api/achievement-operations'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Addresses of one call, at most. */
const MAX_ADDRESSES = 100

/** Milliseconds in which the accounts of a page are collected for one call. */
const COLLECT_MS = 20

/** First part of the keys of `pinnedQuery`. */
export const PINNED_KEY = 'pinned achievements'

type Pinned = { id: string; title: string; icon: string }[]
type Collected = { addresses: Set<string>; answer: Promise<Record<string, Pinned>> }

/** Calls that still take addresses, by network; '' for accounts of keys. */
const open = new Map<string, Collected>()

/**
 * Reads the achievements that an account pinned beside its name; `chain` is the network of a
 * contract's account. The accounts that a page shows are read in one call for each network.
 */
export function pinnedQuery(account: string, chain: string | null) {
  const address = account.toLowerCase()
  return queryOptions({
    queryKey: [PINNED_KEY, chain, address],
    queryFn: async () => (await collect(address, chain ?? ''))[address] ?? [],
    staleTime: 60_000,
  })
}

function collect(address: string, chain: string): Promise<Record<string, Pinned>> {
  let found = open.get(chain)
  if (!found || found.addresses.size >= MAX_ADDRESSES) {
    const addresses = new Set<string>()
    const answer = new Promise((resolve) => setTimeout(resolve, COLLECT_MS)).then(() => {
      if (open.get(chain)?.addresses === addresses) open.delete(chain)
      const query = { addresses: [...addresses].join(), ...(chain && { chain }) }
      return call(listPinnedAchievements, { query })
    })
    found = { addresses, answer }
    open.set(chain, found)
  }
  found.addresses.add(address)
  return found.answer
}
