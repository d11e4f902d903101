import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listenTo } from '../../../test/live/listening.ts'
import {
  type LiveWorld,
  liveWorld,
  place,
  readMintedCounts,
} from '../../../test/live/live.ts'
import { share } from '../../../test/share.ts'

let world: LiveWorld

beforeEach(async () => {
  world = await liveWorld()
})
afterEach(() => world.server.close())

async function begin(limits: Record<string, number>): Promise<void> {
  await world.server.close()
  world = await liveWorld(limits)
}

describe('who may listen', () => {
  test('is anyone, from every site, without caching or compression', async () => {
    const listener = await listenTo(world.url, {
      origin: 'https://elsewhere.example.org',
      'accept-encoding': 'gzip, br',
    })
    expect(listener.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
      connection: 'close',
      'x-request-id': expect.any(String),
    })
    expect(listener.headers.etag).toBeUndefined()
    expect(listener.headers['content-encoding']).toBeUndefined()
    listener.leave()
  })

  test('is anyone with the address of a hidden collection', async () => {
    await world.decide({ visibility: 'hidden' })
    const listener = await listenTo(world.url)
    await listener.until(1)
    await world.mint(2)
    await listener.until(2)
    expect(readMintedCounts(listener)).toEqual([0, 2])
    listener.leave()
  })

  test.each([
    ['no such collection', () => world.url.replace('aa/', 'ac/'), 404, 'not_found'],
    [
      'no such network',
      () => world.url.replace('/local/', '/nowhere/'),
      404,
      'unknown_chain',
    ],
    ['a parameter', () => `${world.url}?since=1`, 422, 'validation_failed'],
    [
      'an impossible address',
      () => world.url.replace(place, '0'),
      422,
      'validation_failed',
    ],
  ])('is told of %s', async (_, address, status, code) => {
    const path = new URL(address()).pathname + new URL(address()).search
    const answer = await world.server.get(path)
    expect([answer.status, answer.error?.code]).toEqual([status, code])
    expect(answer.headers['content-type']).toMatch('application/json')
  })

  test.each([
    ['deleted', { deleted_at: new Date() }],
    ['a draft only', undefined],
  ])('is not told that a collection is %s', async (_, set) => {
    if (set) await world.decide(set)
    else await world.server.database.deleteFrom('collections').execute()
    const { status, error } = await world.server.get(new URL(world.url).pathname)
    expect([status, error?.code]).toEqual([404, 'not_found'])
  })

  test('receives 429 above the own limit, and 503 above the overall one', async () => {
    await begin({ live_per_client: 2, live_connections: 3 })
    const { pathname } = new URL(world.url)
    const from = (ip: string) =>
      world.server.app.inject({ url: pathname, remoteAddress: ip, payloadAsStream: true })
    const open = [
      await from('203.0.113.1'),
      await from('203.0.113.1'),
      await from('203.0.113.2'),
    ]
    expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const own = await world.server.get(pathname, { from: '203.0.113.1' })
    expect([own.status, own.error?.code]).toEqual([429, 'too_many_requests'])
    const all = await world.server.get(pathname, { from: '203.0.113.3' })
    expect([all.status, all.error?.code]).toEqual([503, 'busy'])
    for (const { headers } of [own, all]) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    for (const { raw } of open) raw.res.destroy()
  })

  test('takes HEAD and OPTIONS, and no other method', async () => {
    const { pathname } = new URL(world.url)
    const head = await world.server.send({ method: 'HEAD', url: pathname })
    expect([head.status, head.body]).toEqual([200, ''])
    expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const options = await world.server.send({ method: 'OPTIONS', url: pathname })
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS'])
    const post = await world.server.post(pathname, {})
    expect([post.status, post.error?.code]).toEqual([405, 'method_not_allowed'])
    const missing = await world.server.send({
      method: 'HEAD',
      url: pathname.replace('aa/', 'ac/'),
    })
    expect(missing.status).toBe(404)
  })
})

describe('many listeners', { timeout: 120_000 }, () => {
  const CLIENTS = share(250, 2000)

  test('cost one read for each change, and little memory', async () => {
    const reads = countReads()
    const first = await listenTo(world.url)
    await first.until(1)
    const before = memory()
    const asked = reads.count()
    const listeners = [first]
    while (listeners.length < CLIENTS) {
      const some = Array.from({ length: 100 }, () => listenTo(world.url))
      listeners.push(...(await Promise.all(some)))
    }
    await Promise.all(listeners.map((listener) => listener.until(1)))
    expect(reads.count()).toBe(asked)
    const writes = 5
    for (let minted = 1; minted <= writes; minted += 1) {
      await world.mint(minted)
      await Promise.all(listeners.map((listener) => listener.until(minted + 1)))
    }
    expect(reads.count() - asked).toBe(writes)
    expect(readMintedCounts(listeners.at(-1) ?? first)).toEqual([0, 1, 2, 3, 4, 5])
    // Both ends of every connection are in this process.
    expect((memory() - before) / CLIENTS).toBeLessThan(200_000)
    for (const listener of listeners) listener.leave()
    reads.end()
  })
})

function memory(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Counts the reads of collections until it is ended. */
function countReads() {
  let count = 0
  const executor = world.server.database.getExecutor()
  const { executeQuery } = executor
  const counting: unknown = (...[query, options]: Parameters<typeof executeQuery>) => {
    if (/\bcollections\b/.test(query.sql)) count += 1
    return executeQuery.call(executor, query, options)
  }
  // Safe: it hands on what it is given.
  executor.executeQuery = counting as typeof executeQuery
  return {
    count: () => count,
    end: () => {
      executor.executeQuery = executeQuery
    },
  }
}
