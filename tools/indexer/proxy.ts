import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Hash } from 'viem'
import type { Random } from '../random.ts'
import { lie } from './byzantine-faults.ts'
import { canFail, fail } from './crash-faults.ts'
import type { Conditions, Weather } from './fault-schedule.ts'
import { forward, type RpcCall, type RpcReply } from './rpc.ts'
import { answerFrom } from './stale-view.ts'

type Place = {
  /** Returns the URL of the node behind the proxy. */
  target: () => string
  /** Index of the endpoint. */
  endpoint: number
  weather: Weather
  random: Random
}

/** Starts a JSON-RPC proxy before a node that changes its answers as the weather says. */
export async function startProxy(place: Place): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    answer(place, request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe: a TCP server that listens has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(place: Place, message: IncomingMessage, response: ServerResponse) {
  const { endpoint, weather, random } = place
  // Safe: only our own reader asks.
  const parsed = (await json(message)) as RpcCall | RpcCall[]
  const isBatch = Array.isArray(parsed)
  const calls = [parsed].flat()
  const conditions = weather.at(endpoint)
  const say = async () => {
    const replies = await repliesTo(place, conditions, calls)
    return JSON.stringify(isBatch ? replies : replies[0])
  }
  const request = { calls, isBatch, response, answer: say, random }
  const failure = conditions.failures.find((one) => canFail(one, request))
  if (failure) {
    await fail(failure, request)
    weather.struck(failure, endpoint)
    return
  }
  response.setHeader('content-type', 'application/json').end(await say())
}

async function repliesTo(
  { weather, endpoint, random, target }: Place,
  { lies, stale, isUnordered }: Conditions,
  calls: RpcCall[],
): Promise<RpcReply[]> {
  const replies = await forward(target(), JSON.stringify(calls))
  const exchanges = calls.flatMap((call) => {
    const reply = replies.find(({ id }) => id === call.id)
    return reply && 'result' in reply ? [{ call, reply, result: reply.result }] : []
  })
  for (const { call, result } of exchanges) {
    const isHead = call.method === 'eth_getBlockByNumber' && call.params?.[0] === 'latest'
    // Safe: the node's own answer to this method.
    if (isHead) weather.noteHead(Number((result as { number: string }).number))
  }
  const changed = new Set<Hash>()
  const mayChange = (hash: Hash, number: number) => {
    const may = weather.mayLieAbout(endpoint, hash, number)
    if (may) changed.add(hash)
    return may
  }
  if (stale) {
    const before = JSON.stringify(exchanges)
    for (const one of exchanges) one.result = answerFrom(stale, one.call, one.result)
    if (JSON.stringify(exchanges) !== before) weather.struck('stale_view', endpoint)
  }
  const told = lies.find((kind) => {
    changed.clear()
    return lie(kind, exchanges, random, mayChange)
  })
  if (told) {
    weather.struck(told, endpoint)
    weather.lied(endpoint, changed)
  }
  for (const { reply, result } of exchanges) reply.result = result
  if (!isUnordered || replies.length < 2) return replies
  weather.struck('unordered_batch', endpoint)
  return replies.toReversed()
}
