import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Problem } from '@platemark/api/problem'
import type { FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Configuration } from '../configuration/configuration.ts'
import { ConfigurationError } from '../configuration/fields.ts'
import { connectionTimeouts, guardConnections } from './connections.ts'
import type { RoutePlugin } from './route.ts'

/** Prometheus metrics of this process. */
export type Metrics = {
  registry: Registry
  /** Run before each scrape, for values that are only read then. */
  collectors: (() => Promise<void>)[]
  /** Reads the readiness with its details: hosts, processes, blocks. */
  readReadiness: () => Promise<{ status: 'ready' | 'not_ready' }>
}

type Settings = Pick<Configuration, 'host' | 'limits' | 'metrics_port' | 'metrics_token'>

/**
 * Creates the metrics; undefined if the configuration exposes none, so that nothing is
 * counted.
 */
export function createMetrics({
  metrics_port,
  metrics_token,
}: Pick<Settings, 'metrics_port' | 'metrics_token'>): Metrics | undefined {
  if (metrics_port === null && metrics_token === null) return undefined
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, collectors: [], readReadiness: async () => ({ status: 'ready' }) }
}

/**
 * Returns the plugins of the main port: response counters, and `/metrics` and
 * `/metrics/ready` with the token unless they have their own port.
 */
export function metricsRoutes(
  metrics: Metrics,
  { metrics_port, metrics_token }: Pick<Settings, 'metrics_port' | 'metrics_token'>,
): RoutePlugin[] {
  const isHere = metrics_port === null && metrics_token !== null
  return isHere
    ? [countResponses(metrics), serveMetrics(metrics, metrics_token)]
    : [countResponses(metrics)]
}

/**
 * Serves `/metrics` and `/ready`, with its details, on their own port, if one is configured. Throws `ConfigurationError`
 * when the port is taken.
 */
export async function startMetricsServer(
  metrics: Metrics,
  { host, limits, metrics_port, metrics_token }: Settings,
): Promise<{ port: number; close(): Promise<void> } | undefined> {
  if (metrics_port === null) return undefined
  const server = createServer(connectionTimeouts(limits), (request, response) => {
    handleRequest(metrics, metrics_token, request, response).catch(() =>
      response.destroy(),
    )
  })
  guardConnections(server, limits, () => 'HTTP/1.1 408 Request Timeout\r\n\r\n')
  server.listen(metrics_port, host)
  await once(server, 'listening').catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error
    if (!isTaken || error.code !== 'EADDRINUSE') throw error
    throw new ConfigurationError(
      `metrics_port: ${metrics_port} is taken by another program. Choose another.`,
    )
  })
  // Safe: a TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function countResponses({ registry }: Metrics): RoutePlugin {
  const requests = new Counter({
    name: 'platemark_http_requests_total',
    help: 'Responses sent, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'platemark_http_request_duration_seconds',
    help: 'Response times, by route and method.',
    labelNames: ['route', 'method'],
    registers: [registry],
  })
  return (app) =>
    app.addHook('onResponse', async (request, reply) => {
      const { method } = request
      const route = routeOf(request)
      requests.inc({ route, method, status: reply.statusCode })
      durations.observe({ route, method }, reply.elapsedTime / 1000)
    })
}

/** Returns the route instead of the URL, to bound the number of label values. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none'
  // Each asset is a route, and each build adds others.
  return url.startsWith('/assets/') ? '/assets/*' : url
}

function serveMetrics(metrics: Metrics, token: string): RoutePlugin {
  const serve = (path: string, read: (metrics: Metrics) => Promise<OperatorAnswer>) => {
    const plugin: RoutePlugin = (app) =>
      app.get(path, async (request, reply) => {
        if (!isAllowed(request.headers.authorization, token)) {
          reply.header('www-authenticate', 'Bearer')
          throw new Problem(
            'unauthenticated',
            'The token of the metrics is missing or wrong.',
          )
        }
        const { status, type, text } = await read(metrics)
        reply.header('cache-control', 'no-store')
        return reply.code(status).type(type).send(text)
      })
    return plugin
  }
  const plugins = [
    serve('/metrics', renderMetrics),
    serve('/metrics/ready', renderReadiness),
  ]
  return (app, context) => {
    for (const add of plugins) add(app, context)
  }
}

/** Response for the operator: its status, its content type and its text. */
type OperatorAnswer = { status: number; type: string; text: string }

/** Paths of the metrics port. */
const readers = new Map<string, (metrics: Metrics) => Promise<OperatorAnswer>>([
  ['/metrics', renderMetrics],
  ['/ready', renderReadiness],
])

async function handleRequest(
  metrics: Metrics,
  token: string | null,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = readers.get(url?.split('?', 1)[0] ?? '')
  if (!read) return end(response, 404, 'Not found.\n')
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return end(response, 405, 'Use GET.\n')
  }
  if (token !== null && !isAllowed(headers.authorization, token)) {
    response.setHeader('www-authenticate', 'Bearer')
    return end(response, 401, 'The token of the metrics is missing or wrong.\n')
  }
  const { status, type, text } = await read(metrics)
  response.setHeader('content-type', type)
  end(response, status, text)
}

function end(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader('content-type')) {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
  }
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  response.writeHead(status).end(text)
}

async function renderMetrics({ registry, collectors }: Metrics): Promise<OperatorAnswer> {
  for (const read of collectors) await read()
  return { status: 200, type: registry.contentType, text: await registry.metrics() }
}

async function renderReadiness({ readReadiness }: Metrics): Promise<OperatorAnswer> {
  const data = await readReadiness()
  return {
    status: data.status === 'ready' ? 200 : 503,
    type: 'application/json; charset=utf-8',
    text: `${JSON.stringify({ data })}\n`,
  }
}

/** Compares hashes in constant time, so that timing does not reveal the token. */
function isAllowed(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
