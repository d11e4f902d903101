import type { Chain } from '../platform/chains.ts'
import { Disputed, Doubtful, WrongSource } from './doubt.ts'
import { BadAnswer, NoEndpoint, Unreachable, WrongChain } from './endpoints/endpoint.ts'
import type { FollowerNeeds } from './following.ts'
import { markSeen, saveReport } from './queries.ts'

/** What did not change is written again after this time, so that readers see it is alive. */
const REPEAT_MS = 30_000

type Told = {
  status: 'following' | 'behind' | 'refused' | 'unreachable' | 'disputed'
  detail: string | null
  /** Logs it. */
  note?: () => void
}

/** Writes the state of the loop where readers find it, and logs each change once. */
export function reporter({ database, log, clock }: FollowerNeeds, chain: Chain) {
  let told = ''
  let toldAt = 0
  const tell = async ({ status, detail, note }: Told) => {
    const isNew = told !== `${status} ${detail}`
    const now = clock()
    if (!isNew && now.getTime() - toldAt < REPEAT_MS) return
    told = `${status} ${detail}`
    toldAt = Number.NEGATIVE_INFINITY
    if (isNew) note?.()
    await saveReport(database, chain.id, status, detail, now)
    if (status === 'following') await markSeen(database, chain.id, now)
    toldAt = now.getTime()
  }
  return {
    following: (lacksWitness: boolean) =>
      tell({
        status: 'following',
        detail: lacksWitness
          ? `No second endpoint of ${chain.name} vouches for its newest blocks. Nothing newer is confirmed until one does.`
          : null,
      }),
    behind: () =>
      tell({
        status: 'behind',
        detail: `${chain.name} is being read up to its newest block.`,
      }),
    async failed(error: unknown) {
      // The database may be what failed; then there is nowhere to write it, only the log.
      await tell(failureTold(error, chain, log)).catch(() => {})
    },
  }
}

/** What a failure is told as, here and in the log. */
function failureTold(error: unknown, chain: Chain, log: FollowerNeeds['log']): Told {
  const facts = { chain: chain.alias }
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof WrongChain) {
    const detail = `The endpoint of ${chain.name} is of another network (chain ${error.found} instead of ${chain.id}). Nothing is read from it.`
    return { status: 'refused', detail }
  }
  if (error instanceof WrongSource) {
    const detail = `At the factory's address on ${chain.name} is not the factory of this version. Nothing is read from it.`
    const note = () => log.error(facts, 'the configured factory is other code')
    return { status: 'refused', detail, note }
  }
  if (error instanceof Disputed || error instanceof Doubtful) {
    const detail = `The endpoints of ${chain.name} contradict each other. Nothing newer is confirmed until they agree.`
    const note = () => log.error({ ...facts, reason }, 'the endpoints disagree')
    return { status: 'disputed', detail, note }
  }
  if (!isOfNetwork(error)) {
    const detail = `Reading ${chain.name} stopped. It is tried again.`
    const note = () => log.error({ ...facts, reason }, 'a batch could not be written')
    return { status: 'behind', detail, note }
  }
  const detail = `${chain.name} cannot be reached. It is tried again.`
  const note = () => log.warn({ ...facts, reason }, 'the chain cannot be reached')
  return { status: 'unreachable', detail, note }
}

function isOfNetwork(error: unknown): boolean {
  return [NoEndpoint, Unreachable, BadAnswer].some((kind) => error instanceof kind)
}
