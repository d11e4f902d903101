import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { launcher } from '../../apps/server/test/collections/launch.ts'
import { startProxy } from './proxy.ts'
import { openViews, type Views } from './views.ts'
import { allStrikes, startWeather, steadyWeather } from './weather.ts'

let chain: TestChain
let views: Views
let collection: string

beforeAll(async () => {
  chain = await testChain()
  const launch = launcher(chain)
  views = openViews(chain.url)
  collection = await launch.create(chain.owner)
  await views.record()
  // Safe: the address that was just created.
  await launch.mint(chain.owner, collection as `0x${string}`, 3)
  await views.record()
})
afterAll(() => chain.stop())

/** What the follower asks for, in one batch. */
const ask = async (url: string) => {
  const filter = { address: [chain.contracts.factory, collection], fromBlock: '0x0' }
  const calls = [
    ['eth_chainId', []],
    ['eth_getBlockByNumber', ['latest', false]],
    ['eth_getBlockByNumber', ['0x1', false]],
    ['eth_getBlockByNumber', ['0x2', false]],
    ['eth_getLogs', [{ ...filter, toBlock: '0xff' }]],
  ].map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(calls),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(1000),
  }).catch(() => undefined)
  const text = await answer?.text().catch(() => '')
  return { status: answer?.status, text }
}

test.each(allStrikes)(
  'tells %s, counts it, and is right when it clears up',
  async (kind) => {
    const weather = steadyWeather(kind, views)
    const needs = { target: () => chain.url, endpoint: 0, weather, seed: 1 }
    const proxy = await startProxy(needs)
    try {
      const began = performance.now()
      const struck = await ask(proxy.url)
      const tookMs = performance.now() - began
      const truth = await ask(chain.url)
      if (kind === 'slow') expect(tookMs).toBeGreaterThan(45)
      else expect(struck).not.toEqual(truth)
      expect(weather.strikes.get(kind)).toBe(1)
      weather.clear()
      expect(await ask(proxy.url)).toEqual(truth)
      expect(weather.strikes.get(kind)).toBe(1)
    } finally {
      await proxy.close()
    }
  },
)

test('no two of several endpoints are ever wrong about the same block', () => {
  const weather = startWeather(7, 3, views)
  weather.lied(1, ['0x02'])
  const liars = [0, 1, 2].filter((endpoint) => weather.mayLieAbout(endpoint, '0x02', 9))
  expect(liars).toEqual([1])
})

test('a single endpoint is wrong about a block once, and never about a deep one', () => {
  const weather = startWeather(7, 1, views)
  weather.noteHead(200)
  expect(weather.mayLieAbout(0, '0x01', 139)).toBe(false)
  expect(weather.mayLieAbout(0, '0x02', 180)).toBe(true)
  weather.lied(0, ['0x02'])
  expect(weather.mayLieAbout(0, '0x02', 180)).toBe(false)
})

test('while one of several endpoints lies, another one is right', () => {
  let now = 0
  const weather = startWeather(3, 3, views, () => now)
  let lies = 0
  for (; now < 600_000; now += 50) {
    const conditions = [0, 1, 2].map((endpoint) => weather.at(endpoint))
    const liars = conditions.filter(({ lies, stale }) => lies.length > 0 || stale)
    const sound = conditions.filter(
      ({ failures, lies, stale }) => failures.length + lies.length === 0 && !stale,
    )
    lies += liars.length
    expect(liars.length).toBeLessThan(2)
    if (liars.length === 1) expect(sound.length).toBeGreaterThan(0)
  }
  expect(lies).toBeGreaterThan(0)
})
