import type { Network } from '@platemark/api/config'
import {
  type Account,
  type Chain,
  type Client,
  createClient,
  defineChain,
  type Hex,
  http,
  type Transport,
} from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { CommandError } from '../command-error.ts'

/** Returns a client of a network that sends to `rpcUrl`. */
export function createNetworkClient(network: Network, rpcUrl: string) {
  return createClient({
    chain: defineChain({
      id: network.id,
      name: network.name,
      nativeCurrency: network.native_currency,
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl),
  })
}

/** Sends a transaction and waits until it is mined. Throws `CommandError` if it reverted. */
export async function sendAndWait(
  client: Client<Transport, Chain>,
  account: Account,
  { to, data, valueWei }: { to: Hex; data: Hex; valueWei: bigint },
): Promise<void> {
  const hash = await sendTransaction(client, { account, to, data, value: valueWei })
  const receipt = await waitForTransactionReceipt(client, { hash, timeout: 180_000 })
  if (receipt.status !== 'success') {
    throw new CommandError(`The transaction ${hash} was mined and reverted.`)
  }
}
