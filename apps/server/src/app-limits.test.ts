import { randomInt } from 'node:crypto'
import { type Endpoint, endpointUrl, type RateLimit } from '@platemark/api/endpoint'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  collectRoutes,
  endpointKey,
  findSample,
  newWorld,
  type Sample,
  type TestWorld,
  toRequest,
} from '../test/calls.ts'
import { type TestChain, testChain } from '../test/chain.ts'
import { createPrng } from '../test/fuzz/prng.ts'
import { nameSettings } from '../test/names.ts'
import {
  ada,
  type Injected,
  inject,
  type TestServer,
  testServer,
} from '../test/server.ts'
import { isSoak, seedOr, share } from '../test/share.ts'
import { buildApp } from './app.ts'
import { describeFields } from './configuration/configuration.ts'

const random = createPrng(seedOr(randomInt(1_000_000)))

let chain: TestChain
let endpoints: Endpoint[]
let picture: Buffer

beforeAll(async () => {
  chain = await testChain()
  const routes = await collectRoutes(async () => (await serverWith({}, 1)).close())
  endpoints = routes.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []))
  picture = await sharp({
    create: { width: 80, height: 80, channels: 3, background: '#1d2a44' },
  })
    .png()
    .toBuffer()
})
afterAll(() => chain.stop())

/** Limits per minute or day, by their configuration descriptions. */
const rateLimits = Object.entries(limitsInWords()).flatMap(([name, { description }]) =>
  / and (minute|ten minutes|day)\b/.test(description) ? [name] : [],
)

describe('limits on calls in a minute or a day', { timeout: 120_000 }, () => {
  test('are each documented by the calls they count, and by no others', () => {
    const named = endpoints.flatMap(({ limited_by = [] }) => limited_by)
    // The gateway of names has no endpoint, because ENS clients dictate its answers.
    const others = [
      ...['reads_per_client', 'share_images_per_client'],
      'name_answers_per_client',
    ]
    expect([...new Set([...named, ...others])].sort()).toEqual(rateLimits.sort())
    for (const { limited_by, problems = [], ...endpoint } of endpoints) {
      const can = problems.includes('too_many_requests')
      expect([endpointKey(endpoint), can]).toEqual([
        endpointKey(endpoint),
        limited_by !== undefined,
      ])
    }
  })

  test.each(isSoak ? [0.1, 1, 2] : [0.1])(
    'refuse the next call at a scale of %d, with the time to retry',
    async (scale) => {
      // At other scales, one call per limit.
      for (const group of groupLimits()) {
        const server = await serverWith(limitTo(group, 2), scale)
        let world: TestWorld | undefined
        for (const [name, calls] of group) {
          for (const endpoint of scale === 0.1 ? draw(calls) : calls.slice(0, 1)) {
            world ??= await newWorld(server, chain)
            await server.database.deleteFrom('limit_counters').execute()
            for (let count = 0; count < Math.max(1, 2 * scale); count += 1) {
              const { statusCode } = await callOnce(endpoint, world)
              expect([endpointKey(endpoint), name, statusCode]).not.toContain(429)
            }
            expectRefused(await callOnce(endpoint, world), name)
            // A read leaves everything as it was.
            if (endpoint.method !== 'GET') world = undefined
          }
        }
        await server.close()
      }
    },
  )

  test('count no call without them', async () => {
    const none = Object.fromEntries(
      rateLimits.filter((name) => name !== 'reads_per_client').map((name) => [name, 1]),
    )
    const server = await serverWith(none, 1)
    let world: TestWorld | undefined
    for (const endpoint of endpoints.filter(({ limited_by }) => !limited_by)) {
      world ??= await newWorld(server, chain)
      await server.database.deleteFrom('limit_counters').execute()
      for (let count = 0; count < 2; count += 1) {
        const { statusCode } = await callOnce(endpoint, world)
        expect([endpointKey(endpoint), statusCode]).not.toContain(429)
      }
      // A read leaves everything as it was.
      if (endpoint.method !== 'GET') world = undefined
    }
    await server.close()
  })

  test('are shared by every process, so that a second one counts on', async () => {
    for (const group of groupLimits()) {
      const server = await serverWith(limitTo(group, 1), 1)
      const second = await buildApp(server.context)
      for (const [name, [endpoint]] of group.slice(0, share(4, 1000))) {
        const world = await newWorld(server, chain)
        await server.database.deleteFrom('limit_counters').execute()
        expect((await callOnce(endpoint, world)).statusCode).not.toBe(429)
        expectRefused(await callOnce(endpoint, world, second), name)
      }
      await second.close()
      await server.close()
    }
  })
})

describe('the limit of all calls', { timeout: 120_000 }, () => {
  test.each([0.1, 1, 2])(
    'is scaled by %d, and every process has its own',
    async (scale) => {
      const server = await serverWith({ reads_per_client: 3 }, scale)
      const second = await buildApp(server.context)
      const read = (app: FastifyInstance) => app.inject({ url: '/api/config' })
      for (let count = 0; count < Math.max(1, 3 * scale); count += 1) {
        expect((await read(server.app)).statusCode).toBe(200)
      }
      expectRefused(await read(server.app))
      expect((await read(second)).statusCode).toBe(200)
      await second.close()
      await server.close()
    },
  )

  test('counts each call under /api/ once, whatever its response, and nothing else', async () => {
    const server = await serverWith({ reads_per_client: 4 }, 1)
    for (let count = 0; count < 9; count += 1) await server.get('/health')
    await server.get('/api/user/get')
    await server.get('/api/nothing')
    await server.post('/api/oauth/login', {})
    expect((await server.get('/api/config')).status).toBe(200)
    expect((await server.get('/api/config')).status).toBe(429)
    expect((await server.get('/health')).status).toBe(200)
    await server.close()
  })

  test('starts anew after the minute given in the refusal', async () => {
    const server = await serverWith({ reads_per_client: 1 }, 1)
    await server.get('/api/config')
    const { headers } = await server.get('/api/config')
    const seconds = Number(headers['retry-after'])
    const now = Date.now()
    vi.setSystemTime(now + (seconds - 30) * 1000)
    expect((await server.get('/api/config')).status).toBe(429)
    vi.setSystemTime(now + seconds * 1000)
    expect((await server.get('/api/config')).status).toBe(200)
    vi.useRealTimers()
    await server.close()
  })
})

/** Returns the calls of a limit that are made: three drawn by the seed, all in a soak. */
function draw(calls: Endpoint[]): Endpoint[] {
  const first = isSoak ? 0 : random.whole(0, calls.length - 1)
  return [...calls, ...calls].slice(first, first + Math.min(calls.length, share(3, 1000)))
}

type LimitedCalls = [name: string, calls: [Endpoint, ...Endpoint[]]]

/** Limits with the calls they count, in groups: no call is counted by two limits of one group. */
function groupLimits(): LimitedCalls[][] {
  const groups: LimitedCalls[][] = []
  for (const [name, calls] of callsByLimit()) {
    const isApart = ([other]: LimitedCalls) =>
      calls.every(({ limited_by }) => !limited_by?.some((one) => one === other))
    const group = groups.find((known) => known.every(isApart))
    if (group) group.push([name, calls])
    else groups.push([[name, calls]])
  }
  return groups
}

function limitTo(group: LimitedCalls[], most: number): Limits {
  return Object.fromEntries(group.map(([name]) => [name, most]))
}

/** Calls that each limit counts. */
function callsByLimit(): Map<string, [Endpoint, ...Endpoint[]]> {
  const calls = new Map<string, [Endpoint, ...Endpoint[]]>()
  for (const endpoint of endpoints) {
    for (const name of endpoint.limited_by ?? []) {
      const known = calls.get(name)
      if (known) known.push(endpoint)
      else calls.set(name, [endpoint])
    }
  }
  return calls
}

type Limits = Partial<Record<RateLimit | 'reads_per_client', number>>

/** Starts a server with these limits and all others out of reach. */
function serverWith(limits: Limits, scale: number): Promise<TestServer> {
  const wide = Object.fromEntries(rateLimits.map((name) => [name, 1_000_000]))
  return testServer({
    ...nameSettings(chain),
    networks: [chain.network],
    limits: { ...wide, ...limits },
    rate_limit_scale: scale,
  })
}

async function callOnce(
  endpoint: Endpoint,
  world: TestWorld,
  app: FastifyInstance = world.server.app,
): Promise<Injected> {
  const sample = await uncounted(world, () => findSample(endpoint, world))
  const request = endpoint.files ? upload(endpoint, sample) : toRequest(endpoint, sample)
  // A call that ends the session needs a new one for the next call.
  const token = await world.server.tokenOf(ada)
  return inject(app, {
    ...request,
    headers: {
      ...request.headers,
      ...(endpoint.access !== 'public' && { authorization: `Bearer ${token}` }),
    },
  })
}

/** Makes the calls that another call needs before it, which count against no limit. */
async function uncounted<T>(
  { server: { database } }: TestWorld,
  work: () => Promise<T>,
): Promise<T> {
  const counters = await database.deleteFrom('limit_counters').returningAll().execute()
  const result = await work()
  await database.deleteFrom('limit_counters').execute()
  if (counters.length > 0) {
    await database.insertInto('limit_counters').values(counters).execute()
  }
  return result
}

/** Form with the first of its pictures. */
function upload(endpoint: Endpoint, { params = {}, body }: Sample) {
  const { method, files = [] } = endpoint
  const data = body
    ? `--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n${JSON.stringify(body)}\r\n`
    : ''
  const head = `${data}--x\r\ncontent-disposition: form-data; name="${files[0]}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return {
    method,
    url: endpointUrl(endpoint, { params }),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--x--\r\n')]),
  }
}

function expectRefused({ statusCode, headers, json }: Injected, limit = ''): void {
  const seconds = Number(headers['retry-after'])
  expect([statusCode, Number.isInteger(seconds)]).toEqual([429, true])
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(windowSeconds(limit))
  const unit = seconds === 1 ? 'second' : 'seconds'
  expect(json().error).toMatchObject({
    code: 'too_many_requests',
    message: `Too many requests. Try again in ${seconds} ${unit}.`,
  })
}

/** Reads the window of a limit from its description; a minute for others. */
function windowSeconds(limit: string): number {
  const { description = '' } = limitsInWords()[limit] ?? {}
  if (/ and day\b/.test(description)) return 86_400
  return / and ten minutes\b/.test(description) ? 600 : 60
}

function limitsInWords(): Record<string, { description: string }> {
  // Safe: the schema of our own configuration, of which only descriptions are read.
  const schema = describeFields() as {
    properties: { limits: { properties: Record<string, { description: string }> } }
  }
  return schema.properties.limits.properties
}
