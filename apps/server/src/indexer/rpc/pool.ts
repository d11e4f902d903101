import type { Logger } from '../../http/app-context.ts'
import type { IndexerMetrics } from '../metrics.ts'
import { throttleLog } from '../throttle-log.ts'
import {
  ChainIdMismatchError,
  InvalidRpcResponseError,
  NoRpcAvailableError,
  RpcBehindError,
  type RpcEndpoint,
  type RpcPool,
  RpcUnavailableError,
} from './endpoint.ts'
import {
  type Health,
  healthScore,
  newHealth,
  recordFailure,
  recordInvalid,
  recordLatency,
  recordSuccess,
} from './health.ts'
import { createHttpEndpoint, type HttpEndpoint, urlOrigin } from './http-endpoint.ts'

type PoolOptions = {
  chainId: number
  alias: string
  urls: string[]
  requestsPerSecond: number
  timeoutMs: number
  maxResponseBytes: number
  isDemo: boolean
  /** Longest backoff of a failing endpoint. */
  maxPauseMs?: number | undefined
  log: Logger
  metrics: IndexerMetrics
  random?: () => number
  /** Milliseconds by a clock that never goes back. */
  now?: () => number
}

/** One endpoint with its health and chain id. */
type Candidate = {
  endpoint: HttpEndpoint
  health: Health
  /** Chain id by its last response. */
  chainId: number | undefined
  /** When the chain id must be requested again, by the monotonic clock. */
  checkAt: number
  checking: Promise<void> | undefined
  /** Why it is not used; contains no text of the node. */
  reason: string
  warn: (reason: string) => void
}

type Pool = Required<PoolOptions> & { candidates: Candidate[]; maxPauseMs: number }

const CHECK_AFTER_MS = 3_600_000
const MAX_PAUSE_MS = 60_000
const MAX_DEMO_PAUSE_MS = 1000
/** Share of requests to another than the best endpoint, to find one that became better. */
const EXPLORE_SHARE = 0.05

/** Creates the pool of the endpoints of a chain without a request. */
export function createRpcPool(options: PoolOptions): RpcPool {
  const pool: Pool = {
    random: Math.random,
    now: () => performance.now(),
    ...options,
    maxPauseMs: options.maxPauseMs ?? (options.isDemo ? MAX_DEMO_PAUSE_MS : MAX_PAUSE_MS),
    candidates: [],
  }
  const names = uniqueNames(pool.urls)
  pool.candidates = pool.urls.map((url, at) => newCandidate(pool, url, names[at]))
  const find = ({ name }: { name: string }) =>
    pool.candidates.find(({ endpoint }) => endpoint.name === name)

  return {
    names,
    async request(work, { signal, exclude }) {
      const others = pool.candidates.filter(
        ({ endpoint }) => endpoint.name !== exclude?.name,
      )
      const group = others.length > 0 ? others : pool.candidates
      const done = await requestFromGroup(pool, group, work, signal)
      if (done) return done
      throw noneAvailable(pool, group)
    },
    penalize(endpoint, reason) {
      const candidate = find(endpoint)
      if (candidate) onInvalidResponse(pool, candidate, reason)
    },
  }
}

function newCandidate(pool: Pool, url: string, name = urlOrigin(url)): Candidate {
  const { alias, log, now } = pool
  const health = newHealth()
  const endpoint = createHttpEndpoint(url, {
    ...pool,
    name,
    onResponse: (ms) => recordLatency(health, ms),
  })
  const warn = throttleLog((reason, times) => {
    log.warn({ chain: alias, endpoint: name, reason, times }, 'rpc backed off')
  }, now)
  const checkAt = Number.NEGATIVE_INFINITY
  return {
    endpoint,
    health,
    chainId: undefined,
    checkAt,
    checking: undefined,
    reason: 'No request yet.',
    warn,
  }
}

/** Returns the origins, numbered where two are the same. */
function uniqueNames(urls: string[]): string[] {
  const origins = urls.map(urlOrigin)
  return origins.map((origin, at) => {
    const before = origins.slice(0, at).filter((other) => other === origin).length
    return before === 0 ? origin : `${origin} (${before + 1})`
  })
}

/** Runs `work` on each of `group` once, until one succeeds. */
async function requestFromGroup<T>(
  pool: Pool,
  group: Candidate[],
  work: (endpoint: RpcEndpoint) => Promise<T>,
  signal: AbortSignal,
): Promise<{ result: T; endpoint: RpcEndpoint } | undefined> {
  const left = new Set(group)
  for (;;) {
    const candidate = await nextCandidate(pool, left, signal)
    if (!candidate) return undefined
    left.delete(candidate)
    try {
      const endpoint = candidate.endpoint.within(signal)
      const result = await work(endpoint)
      onSuccess(pool, candidate)
      return { result, endpoint }
    } catch (error) {
      if (error instanceof RpcBehindError) continue
      if (!isEndpointError(error)) throw error
      onFailure(pool, candidate, error)
    }
  }
}

/** Returns the best of `left` that is not backed off, after checking chain ids that are due. */
async function nextCandidate(
  pool: Pool,
  left: Set<Candidate>,
  signal: AbortSignal,
): Promise<Candidate | undefined> {
  for (;;) {
    signal.throwIfAborted()
    const now = pool.now()
    const usable = [...left].filter(({ health }) => health.pausedUntil <= now)
    const ready = usable.filter((candidate) => candidate.checkAt > now)
    const checks = usable
      .filter((candidate) => candidate.checkAt <= now)
      .map((candidate) => check(pool, candidate, signal))
    // Where one is ready, the others are checked meanwhile: a dead one costs no time.
    if (ready.length > 0) return choose(ready, pool.random)
    if (checks.length === 0) return undefined
    await Promise.race(checks)
  }
}

function choose(ready: Candidate[], random: () => number): Candidate | undefined {
  const [best, ...others] = ready.toSorted(
    (a, b) => healthScore(b.health) - healthScore(a.health),
  )
  if (others.length === 0 || random() >= EXPLORE_SHARE) return best
  return others[Math.floor(random() * others.length)]
}

/** Checks the chain id, once at a time. Never rejects: the outcome is recorded. */
function check(pool: Pool, candidate: Candidate, signal: AbortSignal): Promise<void> {
  candidate.checking ??= checkNow(pool, candidate, signal).finally(() => {
    candidate.checking = undefined
  })
  return candidate.checking
}

async function checkNow(
  pool: Pool,
  candidate: Candidate,
  signal: AbortSignal,
): Promise<void> {
  try {
    const found = await candidate.endpoint.within(signal).readChainId()
    if (found === pool.chainId) candidate.checkAt = pool.now() + CHECK_AFTER_MS
    else recordChainIdMismatch(pool, candidate, found)
    candidate.chainId = found
  } catch (error) {
    if (!signal.aborted) onFailure(pool, candidate, error)
  }
}

function recordChainIdMismatch(pool: Pool, candidate: Candidate, found: number): void {
  const { alias, chainId, log, metrics, now, maxPauseMs } = pool
  const { name } = candidate.endpoint
  if (candidate.chainId !== found) {
    log.error(
      { chain: alias, endpoint: name, found, expected: chainId },
      'rpc chain id mismatch',
    )
  }
  candidate.reason = `Chain id is ${found}.`
  candidate.health.success = 0
  candidate.health.pausedUntil = now() + maxPauseMs
  metrics.rpcFailure(alias, name, 'wrong_chain')
  metrics.rpcHealth(alias, name, 0)
}

function onSuccess({ alias, metrics }: Pool, { endpoint, health }: Candidate): void {
  recordSuccess(health)
  metrics.rpcHealth(alias, endpoint.name, healthScore(health))
}

function isEndpointError(
  error: unknown,
): error is RpcUnavailableError | InvalidRpcResponseError {
  return error instanceof RpcUnavailableError || error instanceof InvalidRpcResponseError
}

function onFailure(pool: Pool, candidate: Candidate, error: unknown): void {
  if (error instanceof InvalidRpcResponseError) {
    onInvalidResponse(pool, candidate, error.message)
    return
  }
  const { alias, metrics, now, random, maxPauseMs } = pool
  const { endpoint, health } = candidate
  const { message, retryAfterMs } =
    error instanceof RpcUnavailableError
      ? error
      : new RpcUnavailableError('Request failed for an unknown reason.')
  candidate.reason = message
  // A failure that lasts is logged once.
  if (health.failures === 0) candidate.warn(message)
  recordFailure(health, { now: now(), random: random(), maxPauseMs, retryAfterMs })
  backOff(pool, candidate)
  metrics.rpcFailure(alias, endpoint.name, 'unreachable')
}

function onInvalidResponse(pool: Pool, candidate: Candidate, reason: string): void {
  const { alias, metrics, maxPauseMs } = pool
  candidate.reason = reason
  candidate.warn(reason)
  recordInvalid(candidate.health, { now: pool.now(), random: pool.random(), maxPauseMs })
  backOff(pool, candidate)
  metrics.rpcFailure(alias, candidate.endpoint.name, 'bad_answer')
}

/** Makes the chain id due again: the next response may come from another node. */
function backOff({ alias, metrics }: Pool, candidate: Candidate): void {
  candidate.checkAt = Number.NEGATIVE_INFINITY
  metrics.rpcHealth(alias, candidate.endpoint.name, healthScore(candidate.health))
}

/** Returns the error for a group without a usable endpoint. */
function noneAvailable(
  { chainId, candidates, now }: Pool,
  group: Candidate[],
): ChainIdMismatchError | NoRpcAvailableError {
  const isRight = candidates.some((candidate) => candidate.chainId === chainId)
  const wrong = candidates.find((candidate) => candidate.chainId !== undefined)
  if (!isRight && wrong?.chainId !== undefined)
    return new ChainIdMismatchError(wrong.chainId)
  const reasons = group.map(({ endpoint, reason }) => `${endpoint.name}: ${reason}`)
  const soonest = Math.min(...group.map(({ health }) => health.pausedUntil))
  return new NoRpcAvailableError(
    `No rpc endpoint available. ${reasons.join(' ')}`,
    Math.max(0, soonest - now()),
  )
}
