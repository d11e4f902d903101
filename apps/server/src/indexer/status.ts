import type { Chain } from '../configuration/chains.ts'
import type { ChainSyncDeps } from './chain-sync.ts'
import {
  FactoryMismatchError,
  InconsistentRpcError,
  RpcDisagreementError,
} from './errors.ts'
import { saveChainHeartbeat, saveStatus } from './queries.ts'
import {
  ChainIdMismatchError,
  InvalidRpcResponseError,
  NoRpcAvailableError,
  RpcUnavailableError,
} from './rpc/endpoint.ts'

/** An unchanged status is written again after this time, as a heartbeat. */
const REPEAT_MS = 30_000

type ChainStatus = {
  status: 'following' | 'behind' | 'refused' | 'unreachable' | 'disputed'
  detail: string | null
  /** Writes the log line of a new status. */
  writeLog?: () => void
}

/** Creates the functions that publish the status of a chain and log each change once. */
export function createStatusReporter(
  { database, log, clock }: ChainSyncDeps,
  chain: Chain,
) {
  let published = ''
  let publishedAt = 0
  const publish = async ({ status, detail, writeLog }: ChainStatus) => {
    const isNew = published !== `${status} ${detail}`
    const now = clock()
    if (!isNew && now.getTime() - publishedAt < REPEAT_MS) return
    published = `${status} ${detail}`
    publishedAt = Number.NEGATIVE_INFINITY
    if (isNew) writeLog?.()
    await saveStatus(database, chain.id, status, detail, now)
    if (status === 'following') await saveChainHeartbeat(database, chain.id, now)
    publishedAt = now.getTime()
  }
  return {
    atHead: (isUnverified: boolean) =>
      publish({
        status: 'following',
        detail: isUnverified
          ? `No second endpoint of ${chain.name} agrees on its newest blocks. Nothing newer is confirmed until one does.`
          : null,
      }),
    behind: () =>
      publish({
        status: 'behind',
        detail: `${chain.name} is being read up to its newest block.`,
      }),
    async failed(error: unknown) {
      // If the database failed, the log has the only trace.
      await publish(statusOfError(error, chain, log)).catch(() => {})
    },
  }
}

/** Returns the status of a chain after an error, with its log line. */
function statusOfError(
  error: unknown,
  chain: Chain,
  log: ChainSyncDeps['log'],
): ChainStatus {
  const fields = { chain: chain.alias }
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof ChainIdMismatchError) {
    const detail = `The endpoint of ${chain.name} is of another network (chain ${error.found} instead of ${chain.id}). Nothing is read from it.`
    return { status: 'refused', detail }
  }
  if (error instanceof FactoryMismatchError) {
    const detail = `The contract at the factory’s address on ${chain.name} is not the factory of this version. Nothing is read from it.`
    const writeLog = () => log.error(fields, 'factory code mismatch')
    return { status: 'refused', detail, writeLog }
  }
  if (error instanceof RpcDisagreementError || error instanceof InconsistentRpcError) {
    const detail = `The endpoints of ${chain.name} disagree. Nothing newer is confirmed until they agree.`
    const writeLog = () => log.error({ ...fields, reason }, 'rpc endpoints disagree')
    return { status: 'disputed', detail, writeLog }
  }
  if (!isRpcError(error)) {
    const detail = `Reading ${chain.name} stopped. Retrying automatically.`
    const writeLog = () => log.error({ ...fields, reason }, 'batch write failed')
    return { status: 'behind', detail, writeLog }
  }
  const detail = `${chain.name} cannot be reached. Retrying automatically.`
  const writeLog = () => log.warn({ ...fields, reason }, 'rpc unavailable')
  return { status: 'unreachable', detail, writeLog }
}

function isRpcError(error: unknown): boolean {
  return [NoRpcAvailableError, RpcUnavailableError, InvalidRpcResponseError].some(
    (kind) => error instanceof kind,
  )
}
