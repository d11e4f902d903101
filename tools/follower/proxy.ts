import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hash } from 'viem'
import { type Random, randomOf } from '../agreement/random.ts'
import { fail } from './failures.ts'
import { type Exchange, lie } from './lies.ts'
import { forward, type RpcCall, type RpcReply } from './rpc.ts'
import { answerFrom } from './views.ts'
import type { Conditions, Weather } from './weather.ts'

/** An endpoint that fails and lies. */
export type FaultProxy = { url: string; close(): Promise<void> }

type Needs = {
  /** URL of the node behind it, which is right. */
  target: () => string
  /** Which of the chain's endpoints it is, from 0. */
  endpoint: number
  weather: Weather
  seed: number
}

/** Starts an HTTP JSON-RPC proxy before a node that does to its answers what the weather says. */
export async function startProxy({
  target,
  endpoint,
  weather,
  seed,
}: Needs): Promise<FaultProxy> {
  const random = randomOf(seed, 2000 + endpoint)
  const place = {
    target,
    endpoint,
    weather,
    random,
    longestRange: random.between(1, 20),
  }
  const server = createServer((request, response) => {
    answer(place, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

type Place = {
  target: () => string
  endpoint: number
  weather: Weather
  random: Random
  longestRange: number
}

async function answer(place: Place, request: IncomingMessage, response: ServerResponse) {
  const { endpoint, weather } = place
  const body = await textOf(request)
  // Safe: only our own reader asks, and a body that is no JSON throws.
  const parsed = JSON.parse(body) as RpcCall | RpcCall[]
  const calls = [parsed].flat()
  const isBatch = Array.isArray(parsed)
  const conditions = weather.at(endpoint)
  const say = async () => {
    const replies = await reply(place, conditions, calls, body)
    return JSON.stringify(isBatch ? replies : replies[0])
  }
  const turn = { ...place, calls, isBatch, response, answer: say }
  for (const failure of conditions.failures) {
    if (!(await fail(failure, turn))) continue
    weather.struck(failure, endpoint)
    return
  }
  response.setHeader('content-type', 'application/json')
  response.end(await say())
}

/** The replies to `calls`, with what the conditions make of them. */
async function reply(
  place: Place,
  { lies, stale, isUnordered }: Conditions,
  calls: RpcCall[],
  body: string,
): Promise<RpcReply[]> {
  const { weather, endpoint, random } = place
  const replies = await forward(place.target(), body)
  const exchanges = calls.flatMap((call) => {
    const told = replies.find(({ id }) => id === call.id)
    return told && 'result' in told ? [{ call, result: told.result, told }] : []
  })
  noteHead(weather, exchanges)

  const seen = new Set<Hash>()
  const mayLieAbout = (hash: Hash, number: number) => {
    const may = weather.mayLieAbout(endpoint, hash, number)
    if (may) seen.add(hash)
    return may
  }
  const isStale = exchanges.map((exchange) => stale && makeStale(exchange, stale))
  if (isStale.includes(true)) weather.struck('stale_head', endpoint)
  else {
    const lied = lies.find((kind) => {
      seen.clear()
      return lie(kind, exchanges, { random, mayLieAbout })
    })
    if (lied) {
      weather.struck(lied, endpoint)
      weather.lied(endpoint, seen)
    }
  }
  for (const { told, result } of exchanges) told.result = result
  if (!isUnordered || replies.length < 2) return replies
  weather.struck('unordered_batch', endpoint)
  return replies.toReversed()
}

function makeStale(exchange: Exchange, stale: NonNullable<Conditions['stale']>): boolean {
  const seen = answerFrom(stale, exchange.call)
  if (seen === undefined || JSON.stringify(seen) === JSON.stringify(exchange.result))
    return false
  exchange.result = seen
  return true
}

function noteHead(weather: Weather, exchanges: Exchange[]) {
  for (const { call, result } of exchanges) {
    const isHead = call.method === 'eth_getBlockByNumber' && call.params?.[0] === 'latest'
    // Safe: the node's own answer to this method.
    if (isHead) weather.noteHead(Number((result as { number: string }).number))
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) text += part
  return text
}
