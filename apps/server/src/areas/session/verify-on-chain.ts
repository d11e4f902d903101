import { Problem } from '@platemark/api/problem'
import { type Address, type Hex, numberToHex } from 'viem'
import * as z from 'zod'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'

/** Call of a contract; without `to`, of code that is executed without being deployed. */
export type ContractCall = { to?: Address; data: Hex }

/**
 * Returns the contract's result; undefined if the call failed or the result is too long.
 * Throws `chain_unavailable`.
 */
export type CallContract = (call: ContractCall) => Promise<string | undefined>

/**
 * Returns the code at an address; undefined if it is longer than any delegation. Throws
 * `chain_unavailable`.
 */
type ReadCode = (address: Address) => Promise<string | undefined>

/** Reads of one chain that a sign-in needs. */
export type SignInChain = { call: CallContract; readCode: ReadCode }

/** Connects to one chain until `signal` aborts. */
export type ConnectChain = (
  chain: Pick<Chain, 'alias' | 'rpcUrls' | 'timeoutMs'>,
  signal: AbortSignal,
) => SignInChain

/**
 * Creates a caller that tries two RPC endpoints briefly, recently failed ones last. A
 * dead endpoint costs time once, and strangers cannot keep others from a working one.
 */
export function createChainCaller({
  clock,
  log,
}: Pick<AppContext, 'clock' | 'log'>): ConnectChain {
  const failedAt = new Map<string, number>()
  const hasFailed = (url: string) =>
    clock().getTime() < (failedAt.get(url) ?? 0) + RECENT_FAILURE_MS
  return ({ alias, rpcUrls, timeoutMs }, signal) => {
    const ask = async (request: RpcRequest) => {
      let cause: unknown
      const inOrder = rpcUrls.toSorted(
        (a, b) => Number(hasFailed(a)) - Number(hasFailed(b)),
      )
      for (const url of inOrder.slice(0, 2)) {
        try {
          const isTooLate = AbortSignal.timeout(Math.min(timeoutMs, MAX_TRY_MS))
          return await callEndpoint(url, request, AbortSignal.any([signal, isTooLate]))
        } catch (error) {
          cause = error
          failedAt.set(url, clock().getTime())
          // Logs only the error's name: its message may contain the URL with a key.
          const reason = error instanceof Error ? error.name : 'unknown'
          log.warn({ chain: alias, reason }, 'rpc sign-in verification failed')
        }
        if (signal.aborted) break
      }
      throw new Problem('chain_unavailable', undefined, { cause, retryAfter: 5 })
    }
    return {
      call: (call) =>
        ask({ method: 'eth_call', params: [{ ...call, gas: MAX_GAS }, 'latest'] }),
      readCode: (address) => ask({ method: 'eth_getCode', params: [address, 'latest'] }),
    }
  }
}

type RpcRequest = { method: 'eth_call' | 'eth_getCode'; params: unknown[] }

const RECENT_FAILURE_MS = 30_000

/**
 * Time limit for each RPC endpoint, so that a second one can respond within one request.
 */
const MAX_TRY_MS = 3000

/** Bound on the response; an acceptance has 32 bytes. */
const MAX_RESPONSE_BYTES = 4096

/** Enough gas for passkey wallets, too little to keep a node busy. */
const MAX_GAS = numberToHex(10_000_000n)

/** Calls an endpoint. Throws if it does not respond, or not like a node. */
async function callEndpoint(
  url: string,
  request: RpcRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const response = await post(url, { jsonrpc: '2.0', id: 1, ...request }, signal)
  const text = await readText(response)
  if (text === undefined && response.ok) return undefined
  const answer = rpcAnswer.parse(JSON.parse(text ?? ''))
  if ('result' in answer) return answer.result
  const { code, message } = answer.error
  if (isRefusal(code, message)) return undefined
  throw new Error(`${request.method} returned error ${code}`)
}

/** As `validate-responses.ts` of the indexer: nodes may write a right answer in any form. */
const rpcAnswer = z.union([
  z.object({ result: z.string().toLowerCase() }),
  z.object({
    error: z.object({
      code: z.union([
        z.number(),
        z
          .string()
          .regex(/^-?\d+$/)
          .transform(Number),
      ]),
      message: z.string().default(''),
    }),
  }),
])

function post(url: string, body: object, signal: AbortSignal): Promise<Response> {
  const to = new URL(url)
  const headers = new Headers({ 'content-type': 'application/json' })
  if (to.username) {
    const login = decodeURIComponent(`${to.username}:${to.password}`)
    headers.set('authorization', `Basic ${Buffer.from(login).toString('base64')}`)
    // `fetch` rejects URLs with credentials.
    to.username = ''
    to.password = ''
  }
  const content = JSON.stringify(body)
  return fetch(to, { method: 'POST', headers, body: content, signal, redirect: 'error' })
}

/** Reads the body; undefined if it is too long, without reading the rest. */
async function readText(response: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop early closes the connection.
  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > MAX_RESPONSE_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Error codes that nodes only return for an executed call that failed. */
const failedCalls = new Set([3, -32003, -32015])

/** Error code that nodes return for failed calls and many other errors. */
const ANY_FAILURE = -32000

function isRefusal(code: number, message: string): boolean {
  // Checked first, because a contract controls the text after these words.
  if (failedCalls.has(code) || /evm error|out of gas|revert/i.test(message)) return true
  const isOfNode = /header not found|missing trie node|rate limit|too many/i.test(message)
  return code === ANY_FAILURE && !isOfNode
}
