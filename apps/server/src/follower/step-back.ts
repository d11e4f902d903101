import { BadAnswer, type Endpoint, Unreachable } from './endpoints/endpoint.ts'
import type { Following } from './following.ts'
import type { Reading } from './reading.ts'
import { reorganise } from './reorganise.ts'
import { readBesides } from './take-reading.ts'

const LAG_MS = 60_000
// Siblings that share a load differ by a few blocks all the time.
const MANY_BEHIND = 10

/**
 * A head below the cursor may come from an endpoint that is behind its siblings: they are asked,
 * and only if it stays so it is believed. An embedded chain has one node, which is right.
 * Answers whether to wait.
 */
export async function fallBack(
  following: Following,
  reading: Reading & { kind: 'below' },
): Promise<boolean> {
  const { chain, cursor } = following
  if (chain.isDemo) return goBack(following, reading.endpoint)
  const second = await readBesides(following, cursor, reading)
  if (second.kind !== 'below') {
    if (cursor && reading.head.number < cursor.number - MANY_BEHIND) {
      following.endpoints.accuse(reading.endpoint, 'It lags far behind its siblings.')
    }
    following.ahead = Promise.resolve(second)
    return false
  }
  following.headBelowSince ??= performance.now()
  if (performance.now() - following.headBelowSince < LAG_MS) return true
  return goBack(following, second.endpoint)
}

/**
 * Takes back what is no longer on the chain. Answers whether to wait: nothing was to be taken back,
 * so the block stands again.
 */
export async function goBack(following: Following, endpoint: Endpoint): Promise<boolean> {
  const { endpoints, projection, database, chain } = following
  try {
    if (await reorganise(following, endpoint)) return false
  } catch (error) {
    if (error instanceof BadAnswer || error instanceof Unreachable) {
      endpoints.accuse(endpoint, error.message)
    }
    throw error
  }
  if (following.restless === endpoint.name) {
    endpoints.accuse(endpoint, 'It changes its blocks while they are read.')
  }
  following.restless = endpoint.name
  // The reading that was void may have named addresses that do not exist.
  following.addresses = new Set(await projection.addressesOf(database, chain.id))
  return true
}
