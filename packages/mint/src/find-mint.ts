import { collectionAbi } from '@platemark/abi/collection'
import { type Hex, pad, zeroAddress } from 'viem'
import type { PendingMint } from './pending-mints.ts'
import { parseQuantity, readContract, tryRpc } from './read-contract.ts'
import { readLogs } from './read-logs.ts'
import {
  decodeMinted,
  hasAirdrop,
  type TransactionReceipt,
  transfer,
  transferSingle,
} from './receipt.ts'
import type { Rpc } from './rpc.ts'

/** How far the chain was searched for a mint whose hash no node knows. */
export type MintSearch = {
  /** The count of the wallet that is explained; null where it is unknown. */
  explained: bigint | null
  /** The first block that was not searched. */
  from: bigint
}

export type FindMintOptions = {
  rpc: Rpc
  /** Returns whether a transaction is that of another mint of the same wallet. */
  isOther?: (hash: Hex) => Promise<boolean>
}

export function startMintSearch({ sinceBlock, walletMinted }: PendingMint): MintSearch {
  return {
    explained: typeof walletMinted === 'number' ? BigInt(walletMinted) : null,
    from: sinceBlock + 1n,
  }
}

/**
 * Finds the receipt of a mint by its effect: a wallet of several signers returns a hash that no
 * node ever knows, and mints under another. Searches the logs of the collection only when the
 * wallet's count in the contract rose. Updates `search`; rejects like `rpc`.
 */
export async function findMintReceipt(
  search: MintSearch,
  mint: PendingMint,
  { rpc, isOther = async () => false }: FindMintOptions,
): Promise<TransactionReceipt | undefined> {
  const count = await countMinted(rpc, mint)
  if (search.explained !== null && count <= search.explained) return undefined
  const head = parseQuantity(await rpc('eth_blockNumber', []))
  const hashes = await listMintHashes(rpc, mint, { from: search.from, to: head })
  for (const hash of hashes) {
    if (await isOther(hash)) continue
    const receipt = await tryRpc<TransactionReceipt>(rpc, 'eth_getTransactionReceipt', [
      hash,
    ])
    // A node that lags behind returns it later.
    if (!receipt) return undefined
    if (isPaidMint(receipt, mint)) return receipt
  }
  // Without a log, the node that returned them may lag behind the one that counted.
  const isExplained = hashes.length > 0 || search.explained === null
  if (isExplained) Object.assign(search, { explained: count, from: head + 1n })
  return undefined
}

/** Reads how many tokens the wallet minted in the phase of a mint. Rejects like `rpc`. */
export function countMinted(
  rpc: Rpc,
  { contract, account, phaseId }: Pick<PendingMint, 'contract' | 'account' | 'phaseId'>,
): Promise<bigint> {
  return readContract(rpc, contract, 'latest', {
    abi: collectionAbi,
    functionName: 'walletMinted',
    args: [account, phaseId],
  })
}

/** Returns whether a receipt holds tokens that the wallet minted; an airdrop mints none. */
function isPaidMint(receipt: TransactionReceipt, mint: PendingMint): boolean {
  return !hasAirdrop(receipt, mint) && decodeMinted(receipt, mint).quantity > 0
}

/** Lists the transactions that created tokens for the wallet, the oldest first. */
async function listMintHashes(
  rpc: Rpc,
  { contract, account }: PendingMint,
  { from, to }: { from: bigint; to: bigint },
): Promise<Hex[]> {
  const [zero, wallet] = [pad(zeroAddress), pad(account).toLowerCase() as Hex]
  const ofTokens = [transfer, zero, wallet]
  const ofCopies = [transferSingle, null, zero, wallet]
  const query = { contract, filters: [ofTokens, ofCopies], from, to }
  for await (const { logs } of readLogs(rpc, query)) {
    const hashes = logs.map(({ transactionHash }) => transactionHash)
    if (hashes.length > 0) return [...new Set(hashes)]
  }
  return []
}
