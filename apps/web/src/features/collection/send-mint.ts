import { type MintOrder, mintCall } from '@platemark/sale/mint-call'
import { type ContractRefusal, refusalOf as refusalIn } from '@platemark/sale/refusal'
import { type BlockTag, revertDataIn } from '@platemark/sale/rpc'
import {
  type Account,
  BaseError,
  type Client,
  type Hash,
  UserRejectedRequestError,
} from 'viem'
import { call, estimateGas, getGasPrice, sendTransaction } from 'viem/actions'

/** Asks the chain whether the mint would go through now. Throws what the contract says. */
export async function simulateMint(
  client: Client,
  order: MintOrder,
  blockTag: BlockTag,
): Promise<void> {
  await call(client, { account: order.account, ...mintCall(order), blockTag })
}

/** Asks the wallet to send the mint. Resolves to the hash once it did. */
export async function sendMint(
  wallet: Client & { account: Account },
  order: MintOrder,
): Promise<Hash> {
  const { account, chain } = wallet
  return sendTransaction(wallet, { account, chain, ...mintCall(order) })
}

/** What the network is likely to charge for the mint, in wei. */
export async function estimateNetworkFee(
  client: Client,
  order: MintOrder,
): Promise<bigint> {
  const [gas, price] = await Promise.all([
    estimateGas(client, { account: order.account, ...mintCall(order) }).catch(() =>
      usualGas(order),
    ),
    getGasPrice(client),
  ])
  return gas * price
}

/** Why a mint did not go out, in terms that can be told. */
export type Refusal =
  | { kind: 'rejected' }
  /** The wallet already shows a request. */
  | { kind: 'busy' }
  | { kind: 'funds' }
  | ({ kind: 'contract' } & ContractRefusal)
  | { kind: 'unreachable' }
  /** The wallet is on another network by now. */
  | { kind: 'moved' }
  | { kind: 'unknown'; message: string }

/** Sorts whatever wallets, nodes and contracts throw. */
export function refusalOf(error: unknown): Refusal {
  const data = revertDataIn(error)
  if (data) return { kind: 'contract', ...refusalIn(data) }
  if (!(error instanceof BaseError)) return { kind: 'unknown', message: messageOf(error) }
  if (
    error.walk((cause) => cause instanceof UserRejectedRequestError) ||
    hasCode(error, 4001)
  ) {
    return { kind: 'rejected' }
  }
  if (hasCode(error, -32002)) return { kind: 'busy' }
  const names = ['ConnectorChainMismatchError', 'ChainMismatchError']
  if (error.walk((cause) => names.includes(nameOf(cause)))) return { kind: 'moved' }
  if (/insufficient funds|exceeds? (the )?balance/i.test(error.message)) {
    return { kind: 'funds' }
  }
  const unanswered = ['HttpRequestError', 'TimeoutError']
  if (error.walk((cause) => unanswered.includes(nameOf(cause)))) {
    return { kind: 'unreachable' }
  }
  return { kind: 'unknown', message: error.shortMessage }
}

function hasCode(error: BaseError, code: number): boolean {
  return error.walk((cause) => (cause as { code?: unknown }).code === code) !== null
}

function nameOf(cause: unknown): string {
  return (cause as { name?: string }).name ?? ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** For a wallet that cannot pay yet, whose mint no node will estimate. */
function usualGas({ quantity }: MintOrder): bigint {
  return 140_000n + 3_000n * BigInt(quantity)
}
