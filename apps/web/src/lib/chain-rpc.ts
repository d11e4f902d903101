import type { Network } from '@platemark/api/config'
import { type BlockTag, normalizeResult, type Rpc } from '@platemark/mint/rpc'
import type { Client } from 'viem'

/** Returns an `Rpc` that sends through wagmi's client. */
export function createChainRpc(client: Client): Rpc {
  return async (method, params) =>
    // Safe: the methods are JSON-RPC names; viem types only those it knows.
    normalizeResult(await client.request({ method, params } as never))
}

/** Returns the state that is read of a network: embedded chains return an old time for `latest`. */
export function chooseStateTag({ is_demo }: Pick<Network, 'is_demo'>): BlockTag {
  return is_demo ? 'pending' : 'latest'
}
