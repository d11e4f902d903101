import { isSameAddress } from '@platemark/rules/addresses'
import { type Address, type Hex, keccak256, stringToHex, zeroAddress } from 'viem'

/** The receipt of a mined transaction, as nodes return it. */
export type TransactionReceipt = {
  status: Hex
  /** The account that paid the network fee; absent where a node does not return it. */
  from?: Address
  transactionHash: Hex
  blockNumber: Hex
  blockHash: Hex
  logs: readonly { address: string; topics: readonly string[]; data: Hex }[]
  gasUsed: Hex
  /** Absent where a node does not return it. */
  effectiveGasPrice?: Hex | null
  /** The L1 fee that some rollups charge on top. */
  l1Fee?: unknown
}

/** The tokens of a mined mint; `spentWei` includes the network fee where the receipt has it. */
export type Minted = { tokenIds: string[]; quantity: number; spentWei: bigint }

/** Reads the receipt of a mint of `contract` for `account` at `unitWei` wei per token. */
export function decodeMinted(
  receipt: TransactionReceipt,
  {
    contract,
    account,
    unitWei,
  }: { contract: Address; account: Address; unitWei: bigint },
): Minted {
  const logs = receipt.logs.filter(({ address }) => isSameAddress(address, contract))
  const tokenIds = logs
    .filter(({ topics: [event, from, to, id] }) => {
      return event === transfer && id && isMint(from, to, account)
    })
    .map(({ topics }) => String(BigInt(topics[3] ?? 0)))
  const copies = logs
    .filter(({ topics: [event, , from, to] }) => {
      return event === transferSingle && isMint(from, to, account)
    })
    .reduce((sum, { data }) => sum + Number(BigInt(`0x${data.slice(66, 130)}`)), 0)

  const quantity = tokenIds.length + copies
  // Others may send the transaction of a wallet of several signers.
  const isPayer = !receipt.from || isSameAddress(receipt.from, account)
  const feeWei = isPayer ? (readPaidFee(receipt) ?? 0n) : 0n
  return { tokenIds, quantity, spentWei: unitWei * BigInt(quantity) + feeWei }
}

/** Returns the network fee of a mined transaction in wei; null where the receipt has no price. */
export function readPaidFee({
  gasUsed,
  effectiveGasPrice,
  l1Fee,
}: TransactionReceipt): bigint | null {
  if (!effectiveGasPrice) return null
  const l1FeeWei = typeof l1Fee === 'string' ? BigInt(l1Fee) : 0n
  return BigInt(gasUsed) * BigInt(effectiveGasPrice) + l1FeeWei
}

export const transfer = keccak256(stringToHex('Transfer(address,address,uint256)'))
export const transferSingle = keccak256(
  stringToHex('TransferSingle(address,address,address,uint256,uint256)'),
)

export const airdropped = keccak256(stringToHex('Airdropped(address,uint256)'))

/** Returns whether a transaction sent tokens to the wallet as a gift of the owner. */
export function hasAirdrop(
  { logs }: TransactionReceipt,
  { contract, account }: { contract: Address; account: Address },
): boolean {
  return logs.some(
    ({ address, topics: [event, recipient] }) =>
      event === airdropped &&
      isSameAddress(address, contract) &&
      isSameAddress(`0x${recipient?.slice(26)}`, account),
  )
}

function isMint(
  from: string | undefined,
  to: string | undefined,
  account: Address,
): boolean {
  return (
    isSameAddress(`0x${from?.slice(26)}`, zeroAddress) &&
    isSameAddress(`0x${to?.slice(26)}`, account)
  )
}
