// A ZK Stack node for tests and the demo: it stands before an anvil and adds the part of the
// protocol that anvil lacks. It has no bootloader, no zkEVM bytecode and no paymasters.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { estimateFee } from './estimate-fee.ts'
import { NodeError, type NodeRequest } from './node-error.ts'
import { createEip712Sender, isEip712Transaction } from './send-eip712.ts'

export type ZkShim = {
  url: string
  stop(): Promise<void>
}

type Options = {
  /** The anvil behind it. */
  nodeUrl: string
  /** 0: the system chooses. */
  port?: number
}

type Call = { jsonrpc: '2.0'; id: unknown; method: string; params?: unknown[] }

const MAX_BODY_BYTES = 2_000_000

/**
 * Starts a JSON-RPC server that passes requests to an anvil, and itself takes transactions of type
 * 0x71 (EIP-712 of zkSync) and answers `zks_estimateFee`. Rejects where the port is taken.
 */
export async function startZkShim({ nodeUrl, port = 0 }: Options): Promise<ZkShim> {
  const request: NodeRequest = async (method, params) => {
    const reply = await post(nodeUrl, { jsonrpc: '2.0', id: 1, method, params })
    if (isFailed(reply)) throw new NodeError(reply.error)
    // Safe: the node answers with a result or an error, and the caller reads the result.
    return (reply as { result: unknown }).result
  }
  const sendEip712 = createEip712Sender(request)

  async function answer(call: Call): Promise<unknown> {
    const [first] = call.params ?? []
    try {
      if (call.method === 'eth_sendRawTransaction' && isEip712Transaction(first))
        return { jsonrpc: '2.0', id: call.id, result: await sendEip712(first) }
      if (call.method === 'zks_estimateFee')
        return { jsonrpc: '2.0', id: call.id, result: await estimateFee(request, first) }
    } catch (error) {
      if (error instanceof NodeError)
        return { jsonrpc: '2.0', id: call.id, error: error.body }
      const message = error instanceof Error ? error.message : String(error)
      return { jsonrpc: '2.0', id: call.id, error: { code: -32602, message } }
    }
    return post(nodeUrl, withoutZkFields(call))
  }

  const server = createServer(async (incoming, outgoing) => {
    outgoing.setHeader('access-control-allow-origin', '*')
    outgoing.setHeader('access-control-allow-headers', 'content-type')
    outgoing.setHeader('content-type', 'application/json')
    if (incoming.method === 'OPTIONS') {
      outgoing.end()
      return
    }
    try {
      const body: Call | Call[] = JSON.parse(await readBody(incoming))
      const answers = Array.isArray(body)
        ? await Promise.all(body.map(answer))
        : await answer(body)
      outgoing.end(JSON.stringify(answers))
    } catch {
      outgoing.statusCode = 502
      const error = { code: -32603, message: 'the node behind the shim did not answer' }
      outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
    }
  })
  return { url: await listen(server, port), stop: () => close(server) }
}

/** Removes what anvil does not know from the transaction of a call or an estimate. */
function withoutZkFields(call: Call): Call {
  const [first, ...rest] = call.params ?? []
  const isTransaction = call.method === 'eth_call' || call.method === 'eth_estimateGas'
  if (!isTransaction || typeof first !== 'object' || first === null) return call
  const {
    type: _type,
    eip712Meta: _meta,
    ...transaction
  } = first as Record<string, unknown>
  return { ...call, params: [transaction, ...rest] }
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

function isFailed(reply: unknown): reply is { error: NodeError['body'] } {
  return typeof reply === 'object' && reply !== null && 'error' in reply
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new Error('body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address)
        resolve(`http://127.0.0.1:${address.port}`)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
