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

/** A chain, spoken to through one node. */
export type Node = {
  client: Client<HttpTransport, Chain>
  id: number
  /** Its name with its number. */
  title: string
  /** The alias of a network that is known here. */
  alias: string | undefined
  coin: { symbol: string; decimals: number }
}

const POLL_MS = 1000

/** Throws `CommandError` when the node does not answer, or is on another chain than `wanted`. */
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

/** What stands at the address of a deployment. */
export type Presence = 'right' | 'absent' | 'other'

export async function readPresence(
  { client }: Node,
  { address, codeHash }: Pick<Deployment, 'address' | 'codeHash'>,
): Promise<Presence> {
  const code = await getCode(client, { address })
  if (!code) return 'absent'
  return keccak256(code) === codeHash ? 'right' : 'other'
}

/** One line of a table: what a contract is, where, and what is to be said about it. */
export function formatContract(
  { contract, address }: { contract: string; address: Address },
  remark: string,
): string {
  return `  ${contract.padEnd(10)} ${address}  ${remark}`
}
