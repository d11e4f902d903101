import { Problem } from '@platemark/api/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'

/**
 * Sheds work before it begins while this process has more than it can do. What a mint needs
 * is shed last; kept answers, files and streams that cost nothing are never.
 */
export type Overload = {
  /**
   * Admits a request until its response ends. Throws `busy` while the process is overloaded,
   * for urgent ones at four times the limits.
   */
  admit(request: FastifyRequest, isUrgent: boolean): void
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyInstance {
    overload: Overload
  }
}

const SAMPLE_MS = 100
/** One long task is late once; work that piles up is late each time. */
const SAMPLES = 5
const URGENT_FACTOR = 4

type Limits = Pick<Configuration['limits'], 'shed_pending' | 'shed_lag_ms'>

/** Adds `app.overload`, which watches the event loop and the requests that are not answered. */
export function addOverload(app: FastifyInstance, limits: Limits): void {
  const admitted = new WeakSet<FastifyRequest>()
  const lag = watchLag()
  let pending = 0
  const end = (request: FastifyRequest) => {
    if (admitted.delete(request)) pending -= 1
  }
  app.addHook('onSend', (request, { raw }, _payload, done) => {
    // A client that left before or while it is sent gets no `onResponse`.
    if (raw.destroyed) end(request)
    else raw.once('close', () => end(request))
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    end(request)
    done()
  })
  app.addHook('onClose', async () => lag.close())
  app.decorate('overload', {
    admit(request: FastifyRequest, isUrgent: boolean) {
      const factor = isUrgent ? URGENT_FACTOR : 1
      const isBusy =
        pending >= limits.shed_pending * factor ||
        lag.sustainedMs() > limits.shed_lag_ms * factor
      if (isBusy)
        throw new Problem('busy', undefined, { retryAfter: randomRetrySeconds() })
      if (admitted.has(request)) return
      admitted.add(request)
      pending += 1
    },
  })
}

/** Two to five seconds, so that those who were refused do not return together. */
function randomRetrySeconds(): number {
  return 2 + Math.floor(Math.random() * 4)
}

/** Measures by how much timers are late: the time that a request waits for its turn. */
function watchLag() {
  const late: number[] = Array(SAMPLES).fill(0)
  let due = performance.now() + SAMPLE_MS
  const timer = setInterval(() => {
    const now = performance.now()
    late.shift()
    late.push(Math.max(0, now - due))
    due = now + SAMPLE_MS
  }, SAMPLE_MS)
  timer.unref()
  return {
    /** The least of the last samples, in milliseconds. */
    sustainedMs: () => Math.min(...late),
    close: () => clearInterval(timer),
  }
}
