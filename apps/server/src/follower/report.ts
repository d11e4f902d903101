import { BaseError } from 'viem'
import type { Chain } from '../platform/chains.ts'
import type { FollowerNeeds } from './following.ts'
import { saveReport } from './queries.ts'
import { WriteFailed } from './write-range.ts'

/** What did not change is written again after this time, so that readers see it is alive. */
const REPEAT_MS = 30_000

/** Writes the state of the loop where readers find it, and logs each change once. */
export function reporter({ database, log, clock }: FollowerNeeds, chain: Chain) {
  let told = ''
  let toldAt = 0
  const tell = async (
    status: 'following' | 'behind' | 'refused' | 'unreachable',
    detail: string | null,
    note?: () => void,
  ) => {
    const isNew = told !== `${status} ${detail}`
    const now = clock()
    if (!isNew && now.getTime() - toldAt < REPEAT_MS) return
    if (isNew) note?.()
    await saveReport(database, chain.id, status, detail, now)
    told = `${status} ${detail}`
    toldAt = now.getTime()
  }
  return {
    following: () => tell('following', null),
    behind: () => tell('behind', `${chain.name} is being read up to its newest block.`),
    refused: (found: number) =>
      tell(
        'refused',
        `The endpoint of ${chain.name} is of another network (chain ${found} instead of ${chain.id}). Nothing is read from it.`,
        () =>
          log.error(
            { chain: chain.alias, endpoint: chain.rpcUrls.map(originOf), found },
            'the endpoint is of another chain; this chain is not followed',
          ),
      ),
    async failed(error: unknown) {
      const isNode = !(error instanceof WriteFailed)
      const status = isNode ? 'unreachable' : 'behind'
      const detail = isNode
        ? `${chain.name} cannot be reached. It is tried again.`
        : `Reading ${chain.name} stopped. It is tried again.`
      const note = () =>
        log[isNode ? 'warn' : 'error'](
          { chain: chain.alias, reason: reasonOf(error) },
          isNode ? 'the chain cannot be reached' : 'a batch could not be written',
        )
      // The database may be what failed; then there is nowhere to write it, only the log.
      await tell(status, detail, note).catch(note)
    },
  }
}

// The long messages of viem name the endpoint with its credentials.
function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}

// Paths and credentials of an endpoint are secrets of the operator.
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'unknown'
}
