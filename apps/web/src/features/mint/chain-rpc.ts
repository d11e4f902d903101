import type { Rpc } from '@platemark/mint/rpc'
import type { Client } from 'viem'

/** The nodes of a network, as wagmi reaches them. */
export function createChainRpc(client: Client): Rpc {
  // Safe: nodes are asked by the names of JSON-RPC; viem types only those it knows.
  return (method, params) => client.request({ method, params } as never)
}
