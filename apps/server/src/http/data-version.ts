import type { FastifyInstance } from 'fastify'

/**
 * Version of the rows that public answers show. An answer that was made at a former version
 * is not sent again.
 */
export type DataVersion = {
  current(): number
  /** Starts a new version; many calls within `STEP_MS` start two. */
  raise(): void
  close(): void
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyInstance {
    dataVersion: DataVersion
  }
}

/** Bounds how often a busy chain empties the caches, far below a second of age. */
const STEP_MS = 200

/**
 * Adds `app.dataVersion`, which each successful write of a signed-in user raises; what else
 * changes rows raises it by notification.
 */
export function addDataVersion(app: FastifyInstance): void {
  const version = createDataVersion()
  app.decorate('dataVersion', version)
  // Not after the response: a client that left gets none.
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { endpoint } = request.routeOptions.config
    const isWrite = endpoint !== undefined && endpoint.method !== 'GET'
    if (isWrite && endpoint.access === 'signed-in' && reply.statusCode < 400) {
      version.raise()
    }
    done()
  })
  app.addHook('onClose', async () => version.close())
}

function createDataVersion(): DataVersion {
  let current = 0
  let raisedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const raise = () => {
    timer = undefined
    raisedAt = performance.now()
    current += 1
  }
  return {
    current: () => current,
    raise() {
      const wait = raisedAt + STEP_MS - performance.now()
      if (wait <= 0) raise()
      else timer ??= setTimeout(raise, wait).unref()
    },
    close: () => clearTimeout(timer),
  }
}
