import type { Refusal } from '@platemark/rules/mint-sentences'
import { type MintOrder, mintCall } from '@platemark/sale/mint-call'
import {
  aloneAt,
  findPendingMint,
  forgetPendingMint,
  keepPendingMint,
  onPendingMint,
  type PendingMint,
} from '@platemark/sale/pending-mints'
import { type Minted, mintedIn } from '@platemark/sale/receipt'
import { refusalOf } from '@platemark/sale/refusal'
import { NoAnswer, type Rpc, RpcError, revertDataIn } from '@platemark/sale/rpc'
import {
  accountOf,
  codeOf,
  connectSentence,
  connectTo,
  moveTo,
  watchWallet,
} from './connect.ts'
import type { Address, Facts } from './facts.ts'
import { followMint, type Receipt } from './follow-mint.ts'
import { discoverWallets, type Provider } from './wallets.ts'

/** Asks the chain whether the mint would go through now. Rejects with a `RpcError` if not. */
async function simulate(
  rpc: Rpc,
  order: MintOrder,
  { isDemo }: Facts['network'],
): Promise<void> {
  await rpc('eth_call', [transactionOf(order), isDemo ? 'pending' : 'latest'])
}

/** Asks the wallet to send the mint; resolves to what has to be followed from then on. */
async function send(
  { rpc, provider }: { rpc: Rpc; provider: Provider },
  order: MintOrder,
  { facts, mintedBefore }: { facts: Facts; mintedBefore: number },
): Promise<PendingMint> {
  const sinceBlock = BigInt(String(await rpc('eth_blockNumber', [])))
  // It may have moved since it was last heard of.
  const chainId = Number(await provider.request({ method: 'eth_chainId' }))
  if (chainId !== facts.network.id) throw new WalletMoved()
  const hash = await provider.request({
    method: 'eth_sendTransaction',
    // Wallets refuse a number that is not their network's.
    params: [{ ...transactionOf(order), chainId: `0x${chainId.toString(16)}` }],
  })
  return {
    account: order.account,
    chainId,
    contract: order.contract,
    // Safe: wallets answer this method with a hash.
    hash: hash as Address,
    asked: order.quantity,
    unitWei: order.unitWei,
    phaseId: order.phaseId,
    mintedBefore,
    sinceBlock,
    nonce: null,
    sentAt: Date.now(),
  }
}

/** The wallet is on another network than the collection. */
class WalletMoved extends Error {}

/** What the network is likely to charge for the mint, in wei. */
async function estimateNetworkFee(rpc: Rpc, order: MintOrder): Promise<bigint> {
  const [gas, price] = await Promise.all([
    // A wallet that cannot pay yet is estimated by no node.
    rpc('eth_estimateGas', [transactionOf(order)]).catch(() => usualGas(order)),
    rpc('eth_gasPrice', []),
  ])
  return BigInt(String(gas)) * BigInt(String(price))
}

/** What a mined mint brought. */
function readReceipt(receipt: Receipt, sent: PendingMint): Minted {
  return mintedIn(receipt, sent)
}

/** Sorts whatever wallets, nodes and contracts throw. */
function refusalIn(error: unknown): Refusal {
  if (error instanceof WalletMoved) return { kind: 'moved' }
  const data = error instanceof RpcError ? error.data : revertDataIn(error)
  if (data && data !== '0x') return { kind: 'contract', ...refusalOf(data) }
  const code = codeOf(error)
  if (code === 4001) return { kind: 'rejected' }
  if (code === -32002) return { kind: 'busy' }
  const message = messageOf(error)
  if (/insufficient funds|exceeds? (the )?balance/i.test(message)) {
    return { kind: 'funds' }
  }
  if (error instanceof NoAnswer) return { kind: 'unreachable' }
  return { kind: 'unknown', message }
}

function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) {
    return String(error)
  }
  return String(error.message)
}

function transactionOf(order: MintOrder) {
  const { to, data, value } = mintCall(order)
  return { from: order.account, to, data, value: `0x${value.toString(16)}` }
}

function usualGas({ quantity }: MintOrder): bigint {
  return 140_000n + 3_000n * BigInt(quantity)
}

/** What wallets and minting need: loaded when somebody is about to connect. */
export const desk = {
  accountOf,
  aloneAt,
  connectSentence,
  connectTo,
  discoverWallets,
  estimateNetworkFee,
  findPendingMint,
  followMint,
  forgetPendingMint,
  keepPendingMint,
  moveTo,
  onPendingMint,
  readReceipt,
  refusalIn,
  send,
  simulate,
  watchWallet,
}
