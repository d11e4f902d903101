import { normalizeResult, type Rpc } from '@platemark/mint/rpc'
import type { Client } from 'viem'

/** Returns an `Rpc` that sends through wagmi's client. */
export function createChainRpc(client: Client): Rpc {
  return async (method, params) =>
    // Safe: the methods are JSON-RPC names; viem types only those it knows.
    normalizeResult(await client.request({ method, params } as never))
}
