import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import type { FreshDatabase } from './databases.ts'
import { type Followers, openFollowers } from './followers.ts'
import { startProxy } from './proxy.ts'
import { openViews, type Views } from './views.ts'
import { startWeather, type Weather } from './weather.ts'

/** Who follows what, through what, into what. */
export type Shape = {
  /** RPC URLs of the chain: several that may lie, or one whose lies heal. */
  endpoints: 1 | 3
  /** Processes on the same database; more than one needs a server. */
  followers: number
}

export type Stage = {
  chain(): TestChain
  views: Views
  weather: Weather
  urls: string[]
  followers: Followers
  /** Several processes follow. */
  isShared: boolean
  /** From now on another chain answers. */
  replaceChain(): Promise<TestChain>
  end(): Promise<void>
}

/** Reorganisations of 64 blocks never touch what is confirmed. */
export const CONFIRMATIONS = 70
// Short, so that much happens in little time.
const RPC = { timeoutMs: 600, longestPauseMs: 150 }
const LEASE_MS = 1200
const POLL_MS = 25

/** A chain, its endpoints with their weather; the followers are started by `openFollowers`. */
export async function openStage(
  seed: number,
  shape: Shape,
  { place }: FreshDatabase,
  prepare: (chain: TestChain) => Promise<void>,
): Promise<Stage> {
  const ends: (() => Promise<unknown>)[] = []
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one().catch(() => {})
  }
  try {
    let chain = await testChain()
    ends.push(() => chain.stop())
    await prepare(chain)
    const views = openViews(chain.url)
    const weather = startWeather(seed, shape.endpoints, views)
    const urls: string[] = []
    for (let endpoint = 0; endpoint < shape.endpoints; endpoint += 1) {
      const target = () => chain.url
      const proxy = await startProxy({ target, endpoint, weather, seed })
      ends.push(() => proxy.close())
      urls.push(proxy.url)
    }
    const network = {
      ...chain.network,
      is_demo: false,
      confirmations: CONFIRMATIONS,
      rpc_urls: urls,
      rpc_requests_per_second: 5000,
    }
    const followers = await openFollowers(
      {
        place,
        network,
        pollMs: POLL_MS,
        leaseMs: LEASE_MS,
        rpc: RPC,
      },
      shape.followers,
    )
    ends.push(() => followers.stop())
    const replaceChain = async () => {
      const other = await testChain()
      ends.push(() => other.stop())
      chain = other
      return other
    }
    const isShared = shape.followers > 1
    return {
      chain: () => chain,
      views,
      weather,
      urls,
      followers,
      isShared,
      replaceChain,
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}
