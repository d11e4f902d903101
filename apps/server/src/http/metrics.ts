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
  return { registry, collectors: [] }
}

/**
 * Returns the plugins of the main port: response counters, and `/metrics` unless it has
 * its own port.
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
 * Serves `/metrics` on its own port, if one is configured. Throws `ConfigurationError`
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
  return (app) =>
    app.get('/metrics', async (request, reply) => {
      if (!isAllowed(request.headers.authorization, token)) {
        reply.header('www-authenticate', 'Bearer')
        throw new Problem(
          'unauthenticated',
          'The token of the metrics is missing or wrong.',
        )
      }
      reply.header('cache-control', 'no-store')
      return reply.type(metrics.registry.contentType).send(await renderMetrics(metrics))
    })
}

async function handleRequest(
  metrics: Metrics,
  token: string | null,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url?.split('?', 1)[0] !== '/metrics') return end(response, 404, 'Not found.\n')
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return end(response, 405, 'Use GET.\n')
  }
  if (token !== null && !isAllowed(headers.authorization, token)) {
    response.setHeader('www-authenticate', 'Bearer')
    return end(response, 401, 'The token of the metrics is missing or wrong.\n')
  }
  const text = await renderMetrics(metrics)
  response.setHeader('content-type', metrics.registry.contentType)
  end(response, 200, text)
}

function end(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader('content-type')) {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
  }
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  response.writeHead(status).end(text)
}

async function renderMetrics({ registry, collectors }: Metrics): Promise<string> {
  for (const read of collectors) await read()
  return registry.metrics()
}

/** Compares hashes in constant time, so that timing does not reveal the token. */
function isAllowed(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
