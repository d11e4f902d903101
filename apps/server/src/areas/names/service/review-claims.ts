import { getTransactionCount } from 'viem/actions'
import type { AppContext } from '../../../http/app-context.ts'
import {
  type ClaimRow,
  deleteEndedClaims,
  listOpenClaims,
  moveClaim,
} from '../queries/claims.ts'
import { findHome, type NameHome } from './home.ts'
import { readOwner } from './registry.ts'

const MAX_PER_RUN = 200
const MAX_AGE_MS = 24 * 3_600_000

/**
 * Compares reported registrations that are not indexed yet with the chain. One whose name was
 * registered is minted for its owner and dropped for others; a pending one is also dropped once
 * its sender's nonce has passed, or after 24 hours. What was dropped 7 days ago is deleted. A
 * chain that does not answer changes nothing.
 */
export async function reviewClaims(context: AppContext): Promise<void> {
  const { database, clock } = context
  const home = findHome(context)
  if (!home) return
  const now = clock()
  await deleteEndedClaims(database, now)
  for (const claim of await listOpenClaims(database, home.chain.id, MAX_PER_RUN)) {
    const state = await reviewClaim(home, claim, now)
    if (state) await moveClaim(database, home.chain.id, claim, { state, now })
  }
}

/** Returns the new state of a reported registration; undefined: it stays. */
async function reviewClaim(
  home: NameHome,
  claim: ClaimRow,
  now: Date,
): Promise<'minted' | 'dropped' | undefined> {
  // Read before the owner: a transaction that is mined between the two reads is not lost.
  const hasPassed = await isNoncePassed(home, claim)
  const owner = await readOwner(home, claim.name)
  if (owner !== null) {
    if (owner !== claim.account) return 'dropped'
    return claim.state === 'minted' ? undefined : 'minted'
  }
  const isOld = now.getTime() - claim.created_at.getTime() >= MAX_AGE_MS
  return claim.state === 'minted' || hasPassed || isOld ? 'dropped' : undefined
}

async function isNoncePassed(
  { chain }: NameHome,
  { sender, nonce }: ClaimRow,
): Promise<boolean> {
  if (sender === null || nonce === null) return false
  const next = await getTransactionCount(chain.client, {
    // Safe: it was read from a transaction.
    address: sender as `0x${string}`,
    blockTag: 'latest',
  })
  return next > nonce
}
