import type { Hash, Hex } from 'viem'

/** One JSON-RPC call as it arrives at a node. */
export type RpcCall = {
  jsonrpc: string
  id: unknown
  method: string
  params?: readonly unknown[]
}

export type RpcReply = {
  jsonrpc: '2.0'
  id: unknown
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

/** A block as `eth_getBlockByNumber` tells it; the fields that matter here. */
export type RawBlock = {
  number: Hex
  hash: Hash
  parentHash: Hash
  timestamp: Hex
  [other: string]: unknown
}

/** A log as `eth_getLogs` tells it. */
export type RawLog = {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hash
  transactionHash: Hash
  logIndex: Hex
  [other: string]: unknown
}

const BATCH = 500

/** Asks a node in batches; returns the results in the order of the calls. */
export async function askNode(
  url: string,
  calls: readonly { method: string; params: readonly unknown[] }[],
): Promise<unknown[]> {
  const results: unknown[] = []
  for (let at = 0; at < calls.length; at += BATCH) {
    const slice = calls.slice(at, at + BATCH)
    const numbered = slice.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    const replies = await forward(url, JSON.stringify(numbered))
    const byId = new Map(replies.map((reply) => [reply.id, reply]))
    for (const { id, method } of numbered) {
      const reply = byId.get(id)
      if (!reply || reply.error) throw new Error(`${method}: ${reply?.error?.message}`)
      results.push(reply.result)
    }
  }
  return results
}

/** Sends a body of calls to a node. */
export async function forward(url: string, body: string): Promise<RpcReply[]> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body })
  // Safe: anvil answers JSON-RPC, one reply or a list of them.
  const replies = (await answer.json()) as RpcReply | RpcReply[]
  return Array.isArray(replies) ? replies : [replies]
}
