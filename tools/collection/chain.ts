import type { Network } from '@platemark/api/config'
import { normalizeResult, type Rpc } from '@platemark/mint/rpc'
import { formatAmount, shortAddress } from '@platemark/rules/amounts'
import type { CallSubject } from '@platemark/rules/call-messages'
import { formatMoment } from '@platemark/rules/times'
import {
  type Chain,
  type Client,
  createClient,
  defineChain,
  fallback,
  http,
  type Transport,
} from 'viem'
import type { CommandSession } from './session.ts'

/** Requests that are sent to a node at once. */
const BATCH_SIZE = 100

/** Nodes of a network: for signing by viem, and for the sessions of packages/mint. */
export type ChainConnection = { client: Client<Transport, Chain>; rpc: Rpc }

/** Connects to the nodes of a network: those that the site names, or the one of `--rpc`. */
export function connectNetwork(
  { options }: CommandSession,
  network: Network,
): ChainConnection {
  const urls = options.rpc ? [options.rpc] : network.rpc_urls
  const client = createClient({
    chain: toChain(network),
    transport: fallback(
      urls.map((url) =>
        http(new URL(url, options.site).href, { batch: { batchSize: BATCH_SIZE } }),
      ),
    ),
  })
  const rpc: Rpc = async (method, params) =>
    // Safe: the methods are JSON-RPC names; viem types only those it knows.
    normalizeResult(await client.request({ method, params } as never))
  return { client, rpc }
}

function toChain({ id, name, native_currency }: Network): Chain {
  return defineChain({
    ...{ id, name, nativeCurrency: native_currency },
    rpcUrls: { default: { http: [] } },
  })
}

/** Returns the state that is read of a network; embedded chains keep the time in `pending`. */
export function chooseBlockTag({ is_demo }: Network): 'pending' | 'latest' {
  return is_demo ? 'pending' : 'latest'
}

/** Returns how often the sessions poll: embedded chains mine at once, others as by default. */
export function choosePolling({ is_demo }: Network): { pollMs?: number } {
  return is_demo ? { pollMs: 200 } : {}
}

/** Returns the names for sentences about transactions of this account. */
export function describeSubject(
  { account }: CommandSession,
  network: Network,
): CallSubject {
  const signer = shortAddress(account.address)
  return {
    network: network.name,
    // The key signs in place of a wallet's program.
    wallet: signer,
    signer,
    amount: (wei) => formatAmount(wei, network.native_currency),
    when: (at) => formatMoment(at, false),
  }
}
