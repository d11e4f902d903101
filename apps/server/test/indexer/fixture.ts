import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type TestChain, testChain } from '../chain.ts'
import { follow, forgetIndex, launcher } from '../collections/launch.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../server.ts'
import { proxyTo, type RpcCall } from './proxy.ts'

/** Blocks until a row counts as confirmed. */
export const CONFIRMATIONS = 4

type Answer = Record<string, unknown>

/** What an endpoint says instead of what the node answered. */
export type Lie = (call: RpcCall, answer: Answer) => Answer

export const withoutLogs: Lie = (call, answer) =>
  call.method === 'eth_getLogs' ? { result: [] } : answer

export const hex = (number: number) => `0x${number.toString(16)}`
export const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

/**
 * A real chain that is followed as one of the world outside: through endpoints that can lie, with
 * blocks that count only when they lie deep. For the tests of one file, which it cleans up after.
 */
export function testWorld() {
  let chain: TestChain
  let launch: ReturnType<typeof launcher>
  let server: TestServer
  let follower: ReturnType<typeof follow> | undefined
  const lines: { level: number; msg: string; [field: string]: unknown }[] = []
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    chain = await testChain()
    launch = launcher(chain)
    await launch.fund(ada, bob, cyn)
  })
  afterEach(async () => {
    await follower?.stop()
    for (const close of closing.splice(0)) await close()
    await server.close()
  })
  afterAll(() => chain.stop())

  const world = {
    get chain() {
      return chain
    },
    get launch() {
      return launch
    },
    get server() {
      return server
    },
    /** What the follower logged since `start`. */
    lines,
    /** Follows the chain through these endpoints. */
    async start(...rpc_urls: string[]) {
      const network = { ...chain.network, is_demo: false, confirmations: CONFIRMATIONS }
      server = await testServer({ networks: [{ ...network, rpc_urls }] })
      lines.splice(0)
      server.resources.log = pino(
        { level: 'info' },
        { write: (line: string) => lines.push(JSON.parse(line)) },
      )
      world.followAgain()
    },
    followAgain() {
      follower = follow(server)
    },
    /** Follows the chain from nothing, through an honest endpoint of its own. */
    async startAnew() {
      await follower?.stop()
      await forgetIndex(server.database)
      await server.close()
      server = await testServer({ networks: [chain.network] })
      world.followAgain()
    },
    stop: async () => follower?.stop(),
    /** An endpoint that hands on what the node says, changed by `lie` while it has one. */
    async endpoint(lie?: Lie, delayMs = 0) {
      const state = { lie, asked: [] as RpcCall[] }
      const proxy = await proxyTo(chain.url, async (call, ask) => {
        state.asked.push(call)
        if (delayMs > 0) await pause(delayMs)
        return state.lie ? state.lie(call, (await ask()) ?? {}) : undefined
      })
      closing.push(proxy.close)
      return Object.assign(state, { url: proxy.url })
    },
    /** Fails when it does not become true. */
    async until(isTrue: () => Promise<boolean> | boolean, what: string) {
      if (!(await world.within(19_000, isTrue)))
        throw new Error(`It did not happen: ${what}`)
    },
    /** Whether it becomes true in this time. */
    async within(ms: number, isTrue: () => Promise<boolean> | boolean) {
      for (const deadline = Date.now() + ms; Date.now() < deadline; ) {
        if (await isTrue()) return true
        await pause(20)
      }
      return false
    },
    /**
     * Whether it becomes true while these endpoints are asked for the head so often, which
     * takes 4 seconds at most.
     */
    async withinRounds(
      rounds: number,
      endpoints: { asked: RpcCall[] }[],
      isTrue: () => Promise<boolean>,
    ) {
      const asked = () => endpoints.flatMap((one) => one.asked.filter(isAboutHead)).length
      const end = asked() + rounds
      let isSo = false
      await world.within(4000, async () => {
        isSo = await isTrue()
        return isSo || asked() >= end
      })
      return isSo
    },
    caughtUp: async () => follower?.caughtUp(chain),
    cursor: () =>
      server.database.selectFrom('chain_cursors').selectAll().executeTakeFirst(),
    confirmedNumber: async () => (await world.cursor())?.confirmed_number ?? -1,
    confirmedUpTo(block: number) {
      const isConfirmed = async () => (await world.confirmedNumber()) >= block
      return world.until(isConfirmed, `block ${block} is confirmed`)
    },
    report: () =>
      server.database.selectFrom('chain_statuses').selectAll().executeTakeFirst(),
    headNumber: async () => Number((await chain.client.getBlock()).number),
    /** How many tokens the index says were minted; undefined without the collection. */
    async mintedOf(address: string) {
      const row = await server.database
        .selectFrom('collections')
        .select('minted')
        .where('address', '=', address.toLowerCase())
        .executeTakeFirst()
      return row?.minted
    },
  }
  return world
}

function isAboutHead({ method, params: [block] }: RpcCall): boolean {
  return method === 'eth_getBlockByNumber' && block === 'latest'
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms))
}
