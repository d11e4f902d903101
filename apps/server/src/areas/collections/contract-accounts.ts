import { setTimeout as sleep } from 'node:timers/promises'
import { isContractCode } from '@platemark/rules/account-code'
import type { Address } from 'viem'
import { getCode } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'

/**
 * Finds the network with contract code at an address; undefined if none responded with
 * code.
 */
export type CodeFinder = (account: string, chains: Chain[]) => Promise<Chain | undefined>

const CACHE_MS = 600_000
const MAX_CACHED = 1000
const MAX_CHAINS = 3
const TIMEOUT_MS = 2000

/**
 * Creates a finder that requests code from at most three networks within two seconds and
 * caches the results for ten minutes. A network that does not respond counts as having no
 * code.
 */
export function createCodeFinder(now: () => number = Date.now): CodeFinder {
  const cache = new Map<string, { at: number; result: Promise<boolean> }>()
  const hasCode = (account: string, chain: Chain) => {
    const key = `${chain.id} ${account}`
    const known = cache.get(key)
    if (known && now() - known.at < CACHE_MS) return known.result
    const result = requestCode(account, chain)
    cache.delete(key)
    cache.set(key, { at: now(), result })
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    return result
  }
  return async (account, chains) => {
    const candidates = chains.slice(0, MAX_CHAINS)
    const results = await Promise.all(candidates.map((chain) => hasCode(account, chain)))
    return candidates.find((_, index) => results[index])
  }
}

async function requestCode(account: string, { client }: Chain): Promise<boolean> {
  const done = new AbortController()
  try {
    // Safe: the API contract validates the address.
    const code = await Promise.race([
      getCode(client, { address: account as Address }),
      sleep(TIMEOUT_MS, undefined, { signal: done.signal }),
    ])
    return isContractCode(code || undefined)
  } catch {
    return false
  } finally {
    done.abort()
  }
}
