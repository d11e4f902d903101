import type { Chain } from '../configuration/chains.ts'
import type { ChainSyncDeps } from './chain-sync.ts'
import {
  FactoryMismatchError,
  InconsistentRpcError,
  RpcDisagreementError,
} from './errors.ts'
import { markSeen, saveStatus } from './queries.ts'
import {
  ChainIdMismatchError,
  InvalidRpcResponseError,
  NoRpcAvailableError,
  RpcUnavailableError,
} from './rpc/endpoint.ts'

/** What did not change is written again after this time, so that readers see it is alive. */
const REPEAT_MS = 30_000

type ChainStatus = {
  status: 'following' | 'behind' | 'refused' | 'unreachable' | 'disputed'
  detail: string | null
  /** Logs it. */
  note?: () => void
}

/** Writes the state of the loop where readers find it, and logs each change once. */
export function createStatusReporter(
  { database, log, clock }: ChainSyncDeps,
  chain: Chain,
) {
  let published = ''
  let publishedAt = 0
  const publish = async ({ status, detail, note }: ChainStatus) => {
    const isNew = published !== `${status} ${detail}`
    const now = clock()
    if (!isNew && now.getTime() - publishedAt < REPEAT_MS) return
    published = `${status} ${detail}`
    publishedAt = Number.NEGATIVE_INFINITY
    if (isNew) note?.()
    await saveStatus(database, chain.id, status, detail, now)
    if (status === 'following') await markSeen(database, chain.id, now)
    publishedAt = now.getTime()
  }
  return {
    atHead: (isUnverified: boolean) =>
      publish({
        status: 'following',
        detail: isUnverified
          ? `No second endpoint of ${chain.name} vouches for its newest blocks. Nothing newer is confirmed until one does.`
          : null,
      }),
    behind: () =>
      publish({
        status: 'behind',
        detail: `${chain.name} is being read up to its newest block.`,
      }),
    async failed(error: unknown) {
      // The database may be what failed; then there is nowhere to write it, only the log.
      await publish(statusOfError(error, chain, log)).catch(() => {})
    },
  }
}

/** What a failure is published as, here and in the log. */
function statusOfError(
  error: unknown,
  chain: Chain,
  log: ChainSyncDeps['log'],
): ChainStatus {
  const facts = { chain: chain.alias }
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof ChainIdMismatchError) {
    const detail = `The endpoint of ${chain.name} is of another network (chain ${error.found} instead of ${chain.id}). Nothing is read from it.`
    return { status: 'refused', detail }
  }
  if (error instanceof FactoryMismatchError) {
    const detail = `At the factory's address on ${chain.name} is not the factory of this version. Nothing is read from it.`
    const note = () => log.error(facts, 'the configured factory is other code')
    return { status: 'refused', detail, note }
  }
  if (error instanceof RpcDisagreementError || error instanceof InconsistentRpcError) {
    const detail = `The endpoints of ${chain.name} contradict each other. Nothing newer is confirmed until they agree.`
    const note = () => log.error({ ...facts, reason }, 'the endpoints disagree')
    return { status: 'disputed', detail, note }
  }
  if (!isRpcError(error)) {
    const detail = `Reading ${chain.name} stopped. It is tried again.`
    const note = () => log.error({ ...facts, reason }, 'a batch could not be written')
    return { status: 'behind', detail, note }
  }
  const detail = `${chain.name} cannot be reached. It is tried again.`
  const note = () => log.warn({ ...facts, reason }, 'the chain cannot be reached')
  return { status: 'unreachable', detail, note }
}

function isRpcError(error: unknown): boolean {
  return [NoRpcAvailableError, RpcUnavailableError, InvalidRpcResponseError].some(
    (kind) => error instanceof kind,
  )
}
