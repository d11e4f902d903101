import type { Deployment } from '@platemark/abi/deploy'
import { networks } from '@platemark/chains/networks'
import {
  type Address,
  type Chain,
  type Client,
  createClient,
  defineChain,
  type HttpTransport,
  http,
  keccak256,
} from 'viem'
import { getChainId, getCode } from 'viem/actions'
import { CommandError } from '../command-error.ts'

/** A chain, and the client of one of its nodes. */
export type Node = {
  client: Client<HttpTransport, Chain>
  id: number
  /** Name and chain id. */
  title: string
  /** Alias of a network in `@platemark/chains`. */
  alias: string | undefined
  coin: { symbol: string; decimals: number }
}

const POLL_MS = 1000

/** Connects to a node. Throws `CommandError` when it fails, or is on another chain than `wanted`. */
export async function connect(rpcUrl: string, wanted: number | undefined): Promise<Node> {
  const transport = http(rpcUrl, { timeout: 30_000 })
  const id = await getChainId(createClient({ transport })).catch((cause: unknown) => {
    throw new CommandError(
      'The node at --rpc does not answer as a node of a chain does.',
      {
        cause,
      },
    )
  })
  if (wanted !== undefined && wanted !== id) {
    throw new CommandError(`The node at --rpc is on chain ${id}, not on ${wanted}.`)
  }
  const known = networks.find((network) => network.id === id)
  const coin = known?.nativeCurrency ?? { name: 'Coin', symbol: 'coins', decimals: 18 }
  const chain = defineChain({
    id,
    name: known?.name ?? `Chain ${id}`,
    nativeCurrency: coin,
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return {
    client: createClient({ chain, transport, pollingInterval: POLL_MS }),
    id,
    title: known ? `${known.name} (chain ${id})` : `chain ${id}`,
    alias: known?.alias,
    coin,
  }
}

/** State of the code at the address of a deployment. */
export type Presence = 'right' | 'absent' | 'other'

export async function readPresence(
  { client }: Node,
  { address, codeHash }: Pick<Deployment, 'address' | 'codeHash'>,
): Promise<Presence> {
  const code = await getCode(client, { address })
  if (!code) return 'absent'
  return keccak256(code) === codeHash ? 'right' : 'other'
}

/** Returns a table line with a contract's name, its address and a remark. */
export function formatContract(
  { contract, address }: { contract: string; address: Address },
  remark: string,
): string {
  return `  ${contract.padEnd(10)} ${address}  ${remark}`
}
