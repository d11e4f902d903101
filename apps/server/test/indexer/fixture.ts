import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type TestChain, testChain } from '../chain.ts'
import { clearIndex, launcher, startTestIndexer } from '../collections/launch.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../server.ts'
import { until, within } from '../until.ts'
import { proxyTo, type RpcCall } from './proxy.ts'

/** Blocks until a row counts as confirmed. */
export const CONFIRMATIONS = 4

type RpcReply = Record<string, unknown>

/** Replaces the node's reply to a call. */
export type ReplyOverride = (call: RpcCall, response: RpcReply) => RpcReply

export const withoutLogs: ReplyOverride = (call, response) =>
  call.method === 'eth_getLogs' ? { result: [] } : response

export const hex = (number: number) => `0x${number.toString(16)}`
export const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

/**
 * Creates a real chain that is indexed like a public one: with confirmations, and through endpoints
 * with replaceable replies. Used by the tests of one file, with a clean-up after each.
 */
export function testWorld() {
  let chain: TestChain
  let launch: ReturnType<typeof launcher>
  let server: TestServer
  let indexer: ReturnType<typeof startTestIndexer> | undefined
  const lines: { level: number; msg: string; [field: string]: unknown }[] = []
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    chain = await testChain()
    launch = launcher(chain)
    await launch.fund(ada, bob, cyn)
  })
  afterEach(async () => {
    await indexer?.stop()
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
    /** Log lines of the indexer since `start`. */
    lines,
    /** Starts an indexer with these endpoints. */
    async start(...rpc_urls: string[]) {
      const network = { ...chain.network, is_demo: false, confirmations: CONFIRMATIONS }
      server = await testServer({ networks: [{ ...network, rpc_urls }] })
      lines.splice(0)
      server.context.log = pino(
        { level: 'info' },
        { write: (line: string) => lines.push(JSON.parse(line)) },
      )
      world.restart()
    },
    restart() {
      indexer = startTestIndexer(server)
    },
    /** Starts an indexer with an empty index and a correct endpoint. */
    async startEmpty() {
      await indexer?.stop()
      await clearIndex(server.database)
      await server.close()
      server = await testServer({ networks: [chain.network] })
      world.restart()
    },
    stop: async () => indexer?.stop(),
    /** Starts an endpoint that forwards the node's replies, or those of `override`. */
    async endpoint(override?: ReplyOverride, delayMs = 0) {
      const state = { override, requests: [] as RpcCall[] }
      const proxy = await proxyTo(chain.url, async (call, forward) => {
        state.requests.push(call)
        if (delayMs > 0) await sleep(delayMs)
        return state.override ? state.override(call, (await forward()) ?? {}) : undefined
      })
      closing.push(proxy.close)
      return Object.assign(state, { url: proxy.url })
    },
    /** Throws when the condition does not become true. */
    within,
    until: (isTrue: () => Promise<boolean> | boolean, what: string) =>
      until(isTrue, what, 19_000),
    /**
     * Returns whether the condition becomes true within this number of head requests to these
     * endpoints, at most 4 seconds.
     */
    async withinRounds(
      rounds: number,
      endpoints: { requests: RpcCall[] }[],
      isTrue: () => Promise<boolean>,
    ) {
      const countRequests = () =>
        endpoints.flatMap((one) => one.requests.filter(isAboutHead)).length
      const end = countRequests() + rounds
      let isSo = false
      await within(4000, async () => {
        isSo = await isTrue()
        return isSo || countRequests() >= end
      })
      return isSo
    },
    caughtUp: async () => indexer?.caughtUp(chain),
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
    /** Returns the indexed number of minted tokens; undefined without the collection. */
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
