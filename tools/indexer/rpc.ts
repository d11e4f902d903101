import { type Hash, type Hex, numberToHex } from 'viem'

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
  error?: { code: number; message: string }
}

/** The fields of an `eth_getBlockByNumber` result that matter here. */
export type RawBlock = {
  number: Hex
  hash: Hash
  parentHash: Hash
  timestamp: Hex
  [other: string]: unknown
}

/** A log of an `eth_getLogs` result. */
export type RawLog = {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hash
  logIndex: Hex
  [other: string]: unknown
}

const BATCH = 500

/** Returns the result of one call. */
export async function ask<T>(
  url: string,
  method: string,
  ...params: readonly unknown[]
): Promise<T> {
  const [result] = await askAll<T>(url, method, [params])
  // Safe: one result for one call.
  return result as T
}

/** Calls a method with each list of parameters, in batches; returns the results in order. */
export async function askAll<T>(
  url: string,
  method: string,
  lists: readonly (readonly unknown[])[],
): Promise<T[]> {
  const results: T[] = []
  for (let at = 0; at < lists.length; at += BATCH) {
    const calls = lists
      .slice(at, at + BATCH)
      .map((params, id) => ({ jsonrpc: '2.0', id, method, params }))
    const replies = await forward(url, JSON.stringify(calls))
    const byId = new Map(replies.map((reply) => [reply.id, reply]))
    for (const { id } of calls) {
      const reply = byId.get(id)
      if (!reply || reply.error) throw new Error(`${method}: ${reply?.error?.message}`)
      // Safe: the caller names the type of the method's result.
      results.push(reply.result as T)
    }
  }
  return results
}

export async function askHead(url: string): Promise<number> {
  return Number(await ask<Hex>(url, 'eth_blockNumber'))
}

/** Returns the blocks from `first` to `last`, with their transactions where `isFull`. */
export function askBlocks<T extends RawBlock>(
  url: string,
  first: number,
  last: number,
  isFull: boolean,
): Promise<T[]> {
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const lists = numbers.map((number) => [numberToHex(number), isFull])
  return askAll<T>(url, 'eth_getBlockByNumber', lists)
}

/** Sends a body of calls to a node. */
export async function forward(url: string, body: string): Promise<RpcReply[]> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body })
  // Safe: anvil answers JSON-RPC, one reply or a list of them.
  const replies = (await answer.json()) as RpcReply | RpcReply[]
  return [replies].flat()
}
