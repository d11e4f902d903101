import type { Rpc } from '@platemark/mint/rpc'
import type { Client } from 'viem'

/** Returns an `Rpc` that sends through wagmi's client. */
export function createChainRpc(client: Client): Rpc {
  // Safe: the methods are JSON-RPC names; viem types only those it knows.
  return (method, params) => client.request({ method, params } as never)
}
