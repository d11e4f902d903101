import type { Hex } from 'viem'

/**
 * Asks an Ethereum node: a method of JSON-RPC 2.0 with its parameters. Resolves to the `result`
 * of the answer; rejects with a `RpcError` when the node refuses, with a `NoAnswer` when there
 * is none.
 */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Which state a node is asked about; embedded chains answer `latest` with an old time. */
export type BlockTag = 'latest' | 'pending'

/** The contract that was asked reverted: `code` and `message` are those of JSON-RPC. */
export class RpcError extends Error {
  readonly code: number
  /** What a contract that reverted gave back, or null. */
  readonly data: Hex | null

  constructor(code: number, message: string, data: Hex | null) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** No node answered, or none in JSON-RPC. */
export class RpcUnavailableError extends Error {}

type HttpRpc = {
  signal?: AbortSignal
  /** Milliseconds that each node has for its answer. */
  timeoutMs?: number
}

/**
 * Asks the nodes at `urls` (absolute, or paths of this origin) over HTTP, in their order: the
 * next one when a node does not answer, takes too long, is too busy or speaks another language.
 * Only what a contract said by reverting is an answer, and the last word.
 */
export function httpRpc(
  urls: readonly string[],
  { signal, timeoutMs = 10_000 }: HttpRpc = {},
): Rpc {
  return async (method, params) => {
    let reason: unknown
    for (const url of urls) {
      signal?.throwIfAborted()
      try {
        return resultOf(await post(url, { method, params }, timeoutMs, signal))
      } catch (error) {
        if (error instanceof RpcError && isRevert(error)) throw error
        reason = error
      }
    }
    signal?.throwIfAborted()
    throw new RpcUnavailableError(`No node answered ${method}.`, { cause: reason })
  }
}

function isRevert({ code, message, data }: RpcError): boolean {
  return data !== null || code === 3 || /revert/i.test(message)
}

async function post(
  url: string,
  question: { method: string; params: readonly unknown[] },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...question }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
  return response.json()
}

/** The result of an answer. Throws a `RpcError` for an error, a `TypeError` for anything else. */
function resultOf(answer: unknown): unknown {
  if (!isRecord(answer)) throw new TypeError('The answer is not JSON-RPC.')
  const { error } = answer
  if (isRecord(error)) {
    const message = typeof error.message === 'string' ? error.message : 'refused'
    throw new RpcError(Number(error.code), message, findRevertData(error))
  }
  if (!('result' in answer)) throw new TypeError('The answer is not JSON-RPC.')
  return answer.result
}

/**
 * The error that a contract reverted with, four bytes at least, or null. Nodes and wallets wrap
 * it in `data`, some of them several times.
 */
export function findRevertData(error: unknown): Hex | null {
  for (let each = error, depth = 0; isRecord(each) && depth < 10; depth += 1) {
    const { data } = each
    if (isHexData(data) && data.length >= 10) return data
    each = isRecord(data) ? data : (each.cause ?? each.error)
  }
  return null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function isHexData(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
}
