import { collectionAbi } from '@platemark/abi/collection'
import type { RefusalValues } from '@platemark/rules/refusal-words'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { ListEntry } from '@platemark/wire/collections'
import {
  type Account,
  type Address,
  BaseError,
  type Client,
  ContractFunctionRevertedError,
  type Hash,
  type Hex,
  parseEventLogs,
  type TransactionReceipt,
  UserRejectedRequestError,
  zeroAddress,
} from 'viem'
import {
  estimateContractGas,
  getGasPrice,
  simulateContract,
  writeContract,
} from 'viem/actions'

/** One mint as the contract is asked for it. */
export type MintOrder = {
  contract: Address
  account: Address
  phaseId: number
  quantity: number
  /** Price and fee of one token, in wei. */
  unitWei: bigint
  /** The wallet's place on the list, for an allowlist phase. */
  entry: ListEntry | null
  referrer: Address | null
}

/** The state a mint is judged by: embedded chains answer `latest` with an old time. */
export type BlockTag = 'latest' | 'pending'

/** Asks the chain whether the mint would go through now. Throws what the contract says. */
export async function simulateMint(
  client: Client,
  order: MintOrder,
  blockTag: BlockTag,
): Promise<void> {
  // Safe: `callOf` pairs each function with its own arguments; viem cannot see the pair.
  await simulateContract(client, { ...callOf(order), blockTag } as never)
}

/** Asks the wallet to send the mint. Resolves to the hash once it did. */
export async function sendMint(
  wallet: Client & { account: Account },
  order: MintOrder,
): Promise<Hash> {
  // Safe: as above.
  return writeContract(wallet, { ...callOf(order), chain: wallet.chain } as never)
}

/** What the network is likely to charge for the mint, in wei. */
export async function estimateNetworkFee(
  client: Client,
  order: MintOrder,
): Promise<bigint> {
  const [gas, price] = await Promise.all([
    // Safe: as above.
    estimateContractGas(client, callOf(order) as never).catch(() => usualGas(order)),
    getGasPrice(client),
  ])
  return gas * price
}

/** The tokens and the amount that a mined mint brought, out of its receipt. */
export function readReceipt(
  receipt: TransactionReceipt,
  order: Pick<MintOrder, 'contract' | 'account' | 'unitWei'>,
): { tokenIds: string[]; quantity: number; spentWei: bigint } {
  const logs = receipt.logs.filter(
    ({ address }) => address.toLowerCase() === order.contract.toLowerCase(),
  )
  const transfers = parseEventLogs({ abi: transferEvents, logs })
  const own = transfers.filter(
    ({ args }) =>
      args.from === zeroAddress && args.to.toLowerCase() === order.account.toLowerCase(),
  )
  const tokenIds = own.flatMap((log) =>
    log.eventName === 'Transfer' ? [String(log.args.tokenId)] : [],
  )
  const copies = own.reduce(
    (sum, log) => sum + (log.eventName === 'TransferSingle' ? Number(log.args.value) : 0),
    0,
  )
  const quantity = tokenIds.length + copies
  const gasWei = receipt.gasUsed * receipt.effectiveGasPrice
  return { tokenIds, quantity, spentWei: order.unitWei * BigInt(quantity) + gasWei }
}

/** Why a mint did not go out, in terms that can be told. */
export type Refusal =
  | { kind: 'rejected' }
  /** The wallet already shows a request. */
  | { kind: 'busy' }
  | { kind: 'funds' }
  | { kind: 'contract'; error: string; values: RefusalValues; data: Hex | null }
  | { kind: 'unreachable' }
  | { kind: 'unknown'; message: string }

/** Sorts whatever wallets, nodes and contracts throw. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof BaseError)) return { kind: 'unknown', message: messageOf(error) }
  const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (reverted instanceof ContractFunctionRevertedError) {
    const name = reverted.data?.errorName ?? reverted.signature ?? reverted.reason ?? ''
    const values = reverted.data?.args ?? []
    return { kind: 'contract', error: name, values, data: reverted.raw ?? null }
  }
  if (
    error.walk((cause) => cause instanceof UserRejectedRequestError) ||
    hasCode(error, 4001)
  ) {
    return { kind: 'rejected' }
  }
  if (hasCode(error, -32002)) return { kind: 'busy' }
  if (/insufficient funds|exceeds? (the )?balance/i.test(error.message)) {
    return { kind: 'funds' }
  }
  const unreachable = error.walk((cause) =>
    ['HttpRequestError', 'TimeoutError'].includes(
      (cause as { name?: string }).name ?? '',
    ),
  )
  if (unreachable) return { kind: 'unreachable' }
  return { kind: 'unknown', message: error.shortMessage }
}

function hasCode(error: BaseError, code: number): boolean {
  return error.walk((cause) => (cause as { code?: unknown }).code === code) !== null
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Several tokens, or a referrer, go by the functions that fill partly and give change; one
 * token goes by the cheapest.
 */
function callOf(order: MintOrder) {
  const { contract: address, account, unitWei, quantity, entry, referrer } = order
  const most = BigInt(quantity)
  const isPlain = quantity === 1 && !referrer
  const common = { address, account, abi: collectionAbi, value: unitWei * most }
  const thanked = referrer ?? zeroAddress
  if (order.phaseId === PUBLIC_PHASE_ID) {
    return isPlain
      ? ({ ...common, functionName: 'mint', args: [most] } as const)
      : ({
          ...common,
          functionName: 'mintTo',
          args: [account, 1n, most, thanked],
        } as const)
  }
  if (!entry) throw new Error('This wallet has no place on the list.')
  const packed = BigInt(entry.packed)
  // Safe: the wire says that proofs are hashes.
  const proof = entry.proof as Hex[]
  const args = isPlain
    ? ([most, packed, proof] as const)
    : ([1n, most, thanked, packed, proof] as const)
  return { ...common, functionName: 'mintAllowlist', args } as const
}

/** For a wallet that cannot pay yet, whose mint no node will estimate. */
function usualGas({ quantity }: MintOrder): bigint {
  return 140_000n + 3_000n * BigInt(quantity)
}

/** ERC-721 and ERC-1155; a collection emits one of the two. */
const transferEvents = [
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'tokenId', type: 'uint256', indexed: true },
    ],
  },
  {
    type: 'event',
    name: 'TransferSingle',
    inputs: [
      { name: 'operator', type: 'address', indexed: true },
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'id', type: 'uint256', indexed: false },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
] as const
