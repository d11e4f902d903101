import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../http/app-context.ts'
import type { RoutePlugin } from '../../http/route.ts'

/**
 * Proxies JSON-RPC at `POST /rpc/{alias}` to an embedded chain for pages and wallets on
 * other machines. Allows reads and signed transactions, but nothing that changes the
 * chain itself or uses its unlocked accounts.
 */
export function rpcProxyRoute({
  chains,
  configuration: { limits },
}: AppContext): RoutePlugin {
  return (app) => {
    app.post('/rpc/:alias', { bodyLimit: limits.rpc_bytes }, async (request) => {
      const { alias } = readParams(request.params)
      const chain = chains.find((one) => one.isDemo && one.alias === alias)
      const url = chain?.rpcUrls[0]
      if (!chain || !url) throw new Problem('unknown_chain')
      const node = { url, timeoutMs: chain.timeoutMs }

      const { body } = request
      if (!Array.isArray(body)) return forwardOne(node, body)
      if (body.length === 0 || body.length > MAX_BATCH_SIZE)
        throw new Problem('bad_request')
      const allowed = body.filter(isAllowed)
      const responses = allowed.length === 0 ? [] : await forward(node, allowed)
      const refused = body.filter((one) => !isAllowed(one)).map(refusal)
      return [...(Array.isArray(responses) ? responses : [responses]), ...refused]
    })
  }
}

const MAX_BATCH_SIZE = 1000

const allowedMethods = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'net_listening',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
  'zks_estimateFee',
])

type Call = { id: unknown; method: string }
type Node = { url: string; timeoutMs: number }

async function forwardOne(node: Node, body: unknown): Promise<unknown> {
  if (!isCall(body)) throw new Problem('bad_request')
  return isAllowed(body) ? forward(node, body) : refusal(body)
}

/** A call without an id is a notification, which has no response to forward. */
function isCall(body: unknown): body is Call {
  return (
    typeof body === 'object' &&
    body !== null &&
    'id' in body &&
    'method' in body &&
    typeof body.method === 'string'
  )
}

function isAllowed(body: unknown): body is Call {
  return isCall(body) && allowedMethods.has(body.method)
}

function refusal(body: unknown) {
  const id = isCall(body) ? (body.id ?? null) : null
  return {
    jsonrpc: '2.0',
    id,
    error: { code: -32601, message: 'This method is not available here.' },
  }
}

async function forward({ url, timeoutMs }: Node, body: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return await response.json()
  } catch (error) {
    throw new Problem('chain_unavailable', undefined, { cause: error })
  }
}

function readParams(params: unknown): { alias: string } {
  // Safe: the route's own pattern has this one part.
  return params as { alias: string }
}
