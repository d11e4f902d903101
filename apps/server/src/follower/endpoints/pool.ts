import type { Logger } from '../../platform/resources.ts'
import type { Measures } from '../measures.ts'
import { rarely } from '../rarely.ts'
import {
  BadAnswer,
  type Endpoint,
  type Endpoints,
  NoEndpoint,
  NotYet,
  Unreachable,
  WrongChain,
} from './endpoint.ts'
import {
  type Health,
  newHealth,
  noteFailure,
  noteLatency,
  noteLie,
  noteSuccess,
  scoreOf,
} from './health.ts'
import { type HttpEndpoint, openEndpoint, originOf } from './http-endpoint.ts'

type PoolOptions = {
  chainId: number
  alias: string
  urls: string[]
  requestsPerSecond: number
  timeoutMs: number
  answerBytes: number
  isDemo: boolean
  /** How long an endpoint that fails is left alone at most. */
  longestPauseMs?: number | undefined
  log: Logger
  measures: Measures
  random?: () => number
  /** Milliseconds by a clock that never goes back. */
  now?: () => number
}

/** One endpoint and what is known of it. */
type Candidate = {
  endpoint: HttpEndpoint
  health: Health
  /** The chain it was of when last asked. */
  chainId: number | undefined
  /** When that holds no longer, by the monotonic clock. */
  checkAt: number
  checking: Promise<void> | undefined
  /** Why it is not used, in our words. */
  reason: string
  warn: (sentence: string) => void
}

type Pool = Required<PoolOptions> & { candidates: Candidate[]; longestPauseMs: number }

const CHECK_AFTER_MS = 3_600_000
const LONGEST_PAUSE_MS = 60_000
const LONGEST_DEMO_PAUSE_MS = 1000
/** So often another than the best one is asked, so that one which became better is found. */
const OTHER_SHARE = 0.05

/** Opens the endpoints of a chain; nothing is asked yet. */
export function openEndpoints(options: PoolOptions): Endpoints {
  const pool: Pool = {
    random: Math.random,
    now: () => performance.now(),
    ...options,
    longestPauseMs:
      options.longestPauseMs ??
      (options.isDemo ? LONGEST_DEMO_PAUSE_MS : LONGEST_PAUSE_MS),
    candidates: [],
  }
  const names = uniqueNames(pool.urls)
  pool.candidates = pool.urls.map((url, at) => newCandidate(pool, url, names[at]))
  const find = ({ name }: { name: string }) =>
    pool.candidates.find(({ endpoint }) => endpoint.name === name)

  return {
    names,
    async ask(work, { signal, besides }) {
      const others = pool.candidates.filter(
        ({ endpoint }) => endpoint.name !== besides?.name,
      )
      const asked = others.length > 0 ? others : pool.candidates
      const done = await askOneOf(pool, asked, work, signal)
      if (done) return done
      throw nobody(pool, asked)
    },
    accuse(endpoint, what) {
      const candidate = find(endpoint)
      if (candidate) lied(pool, candidate, what)
    },
  }
}

function newCandidate(pool: Pool, url: string, name = originOf(url)): Candidate {
  const { alias, log, measures, now } = pool
  const health = newHealth()
  const endpoint = openEndpoint(url, {
    ...pool,
    name,
    onAnswer: (ms) => noteLatency(health, ms),
    onRefusal: () => measures.failure(alias, name, 'refused'),
  })
  const warn = rarely((reason, times) => {
    log.warn({ chain: alias, endpoint: name, reason, times }, 'an endpoint is left alone')
  }, now)
  const checkAt = Number.NEGATIVE_INFINITY
  return {
    endpoint,
    health,
    chainId: undefined,
    checkAt,
    checking: undefined,
    reason: 'Not asked yet.',
    warn,
  }
}

/** Origins, told apart where two are the same. */
function uniqueNames(urls: string[]): string[] {
  const origins = urls.map(originOf)
  return origins.map((origin, at) => {
    const before = origins.slice(0, at).filter((other) => other === origin).length
    return before === 0 ? origin : `${origin} (${before + 1})`
  })
}

/** Asks each of `group` once, until one answers. */
async function askOneOf<T>(
  pool: Pool,
  group: Candidate[],
  work: (endpoint: Endpoint) => Promise<T>,
  signal: AbortSignal,
): Promise<{ answer: T; endpoint: Endpoint } | undefined> {
  const left = new Set(group)
  for (;;) {
    const candidate = await nextOf(pool, left, signal)
    if (!candidate) return undefined
    left.delete(candidate)
    try {
      const endpoint = candidate.endpoint.within(signal)
      const answer = await work(endpoint)
      succeeded(pool, candidate)
      return { answer, endpoint }
    } catch (error) {
      if (error instanceof NotYet) continue
      if (!isOfEndpoint(error)) throw error
      failed(pool, candidate, error)
    }
  }
}

/** The best of `left` that may be asked now; those whose chain is to be asked for are asked. */
async function nextOf(
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
    // Where one is ready, the others are checked beside it: a dead one costs no time.
    if (ready.length > 0) return choose(ready, pool.random)
    if (checks.length === 0) return undefined
    await Promise.race(checks)
  }
}

function choose(ready: Candidate[], random: () => number): Candidate | undefined {
  const [best, ...others] = ready.toSorted(
    (a, b) => scoreOf(b.health) - scoreOf(a.health),
  )
  if (others.length === 0 || random() >= OTHER_SHARE) return best
  return others[Math.floor(random() * others.length)]
}

/** Asks for the chain id, once at a time. Never rejects: what came of it is noted. */
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
    else noteOtherChain(pool, candidate, found)
    candidate.chainId = found
  } catch (error) {
    if (!signal.aborted) failed(pool, candidate, error)
  }
}

function noteOtherChain(pool: Pool, candidate: Candidate, found: number): void {
  const { alias, chainId, log, measures, now, longestPauseMs } = pool
  const { name } = candidate.endpoint
  if (candidate.chainId !== found) {
    log.error(
      { chain: alias, endpoint: name, found, expected: chainId },
      'an endpoint is of another chain and is not used',
    )
  }
  candidate.reason = `It is of chain ${found}.`
  candidate.health.success = 0
  candidate.health.pausedUntil = now() + longestPauseMs
  measures.failure(alias, name, 'wrong_chain')
  measures.health(alias, name, 0)
}

function succeeded({ alias, measures }: Pool, { endpoint, health }: Candidate): void {
  noteSuccess(health)
  measures.health(alias, endpoint.name, scoreOf(health))
}

function isOfEndpoint(error: unknown): error is Unreachable | BadAnswer {
  return error instanceof Unreachable || error instanceof BadAnswer
}

function failed(pool: Pool, candidate: Candidate, error: unknown): void {
  if (error instanceof BadAnswer) {
    lied(pool, candidate, error.message)
    return
  }
  const { alias, measures, now, random, longestPauseMs } = pool
  const { endpoint, health } = candidate
  const { message, retryAfterMs } =
    error instanceof Unreachable ? error : new Unreachable('It failed in an unknown way.')
  candidate.reason = message
  // What goes on failing is said once.
  if (health.failures === 0) candidate.warn(message)
  noteFailure(health, { now: now(), random: random(), longestPauseMs, retryAfterMs })
  leaveAlone(pool, candidate)
  measures.failure(alias, endpoint.name, 'unreachable')
}

function lied(pool: Pool, candidate: Candidate, what: string): void {
  const { alias, measures, longestPauseMs } = pool
  candidate.reason = what
  candidate.warn(what)
  noteLie(candidate.health, { now: pool.now(), random: pool.random(), longestPauseMs })
  leaveAlone(pool, candidate)
  measures.failure(alias, candidate.endpoint.name, 'bad_answer')
}

/** Whatever answers next may be another node: its chain is asked for again. */
function leaveAlone({ alias, measures }: Pool, candidate: Candidate): void {
  candidate.checkAt = Number.NEGATIVE_INFINITY
  measures.health(alias, candidate.endpoint.name, scoreOf(candidate.health))
}

/** What to say when none of the endpoints could be used. */
function nobody(
  { chainId, candidates, now }: Pool,
  asked: Candidate[],
): WrongChain | NoEndpoint {
  const isRight = candidates.some((candidate) => candidate.chainId === chainId)
  const wrong = candidates.find((candidate) => candidate.chainId !== undefined)
  if (!isRight && wrong?.chainId !== undefined) return new WrongChain(wrong.chainId)
  const reasons = asked.map(({ endpoint, reason }) => `${endpoint.name}: ${reason}`)
  const soonest = Math.min(...asked.map(({ health }) => health.pausedUntil))
  return new NoEndpoint(
    `No endpoint answers. ${reasons.join(' ')}`,
    Math.max(0, soonest - now()),
  )
}
