import type { ServerResponse } from 'node:http'
import type { Hash } from 'viem'
import { type TestNode, testNode } from '../../apps/server/test/indexer/node.ts'
import { type RpcCall, type RpcReply, sendRpc } from '../json-rpc.ts'
import type { Random } from '../random.ts'
import { injectByzantineFault } from './byzantine-faults.ts'
import { injectCrashFault, isCrashFaultPossible } from './crash-faults.ts'
import type { FaultSchedule, RequestFaults } from './fault-schedule.ts'
import { staleResult } from './stale-view.ts'

type ProxyOptions = {
  /** Returns the URL of the node behind the proxy. */
  target: () => string
  /** Index of the endpoint. */
  endpoint: number
  schedule: FaultSchedule
  random: Random
}

/** Starts a JSON-RPC proxy before a node that injects the faults of the schedule. */
export function startProxy(options: ProxyOptions): Promise<TestNode> {
  return testNode((response, request) => {
    handleRequest(options, request, response).catch(() => response.destroy())
  })
}

async function handleRequest(
  options: ProxyOptions,
  parsed: RpcCall | RpcCall[],
  response: ServerResponse,
) {
  const { endpoint, schedule, random } = options
  const isBatch = Array.isArray(parsed)
  const calls = [parsed].flat()
  const faults = schedule.at(endpoint)
  const readReply = async () => {
    const replies = await repliesTo(options, faults, calls)
    return JSON.stringify(isBatch ? replies : replies[0])
  }
  const request = { calls, isBatch, response, readReply, random }
  const crashFault = faults.crashFaults.find((one) => isCrashFaultPossible(one, request))
  if (crashFault) {
    await injectCrashFault(crashFault, request)
    schedule.recordFault(crashFault, endpoint)
    return
  }
  response.setHeader('content-type', 'application/json').end(await readReply())
}

async function repliesTo(
  { schedule, endpoint, random, target }: ProxyOptions,
  { byzantineFaults, stale, isUnordered }: RequestFaults,
  calls: RpcCall[],
): Promise<RpcReply[]> {
  const replies = await sendRpc(target(), calls)
  const exchanges = calls.flatMap((call) => {
    const reply = replies.find(({ id }) => id === call.id)
    return reply && 'result' in reply ? [{ call, reply, result: reply.result }] : []
  })
  for (const { call, result } of exchanges) {
    const isHead = call.method === 'eth_getBlockByNumber' && call.params?.[0] === 'latest'
    // Safe: the node's own result of this method.
    if (isHead) schedule.recordHead(Number((result as { number: string }).number))
  }
  const changed = new Set<Hash>()
  const mayChange = (hash: Hash, number: number) => {
    const may = schedule.mayFalsify(endpoint, hash, number)
    if (may) changed.add(hash)
    return may
  }
  if (stale) {
    const before = JSON.stringify(exchanges)
    for (const one of exchanges) one.result = staleResult(stale, one.call, one.result)
    if (JSON.stringify(exchanges) !== before) schedule.recordFault('stale_view', endpoint)
  }
  const injected = byzantineFaults.find((kind) => {
    changed.clear()
    return injectByzantineFault(kind, exchanges, random, mayChange)
  })
  if (injected) {
    schedule.recordFault(injected, endpoint)
    schedule.recordFalsified(endpoint, changed)
  }
  for (const { reply, result } of exchanges) reply.result = result
  if (!isUnordered || replies.length < 2) return replies
  schedule.recordFault('unordered_batch', endpoint)
  return replies.toReversed()
}
