import { parseQuantity, tryRpc } from '../read-contract.ts'
import type { TransactionReceipt } from '../receipt.ts'
import type { AirdropContext } from './airdrop-context.ts'
import { listReceiptGifts, readGiven } from './find-given.ts'
import { changePlan } from './refresh-given.ts'

/** Takes the gifts of a mined batch; back where a reorg took its block away. */
export function applyReceipt(session: AirdropContext, receipt: TransactionReceipt): void {
  const gifts = listReceiptGifts(receipt, session.plan.contract)
  if (gifts.length === 0) return
  const isGone = session.applied === receipt.blockHash
  session.applied = isGone ? null : receipt.blockHash
  session.fresh = session.fresh.filter(({ hash }) => hash !== receipt.transactionHash)
  if (!isGone) session.fresh.push(...gifts)
  const sending = isGone ? gifts.map(({ address }) => address) : null
  void changePlan(session, { sending })
  session.show({ isUncertain: false })
  session.onGiven(BigInt(receipt.blockNumber))
}

/** Finds the receipt of the batch that was requested last by its gifts. */
export async function findBatch(
  session: AirdropContext,
  sinceBlock: bigint,
): Promise<TransactionReceipt | undefined> {
  const { rpc, plan } = session
  const [first] = plan.sending ?? []
  const gift = plan.gifts.find(({ address }) => address === first)
  if (!gift) return undefined
  const head = parseQuantity(await rpc('eth_blockNumber', []))
  const range = { contract: plan.contract, from: sinceBlock + 1n, to: head }
  const given = (await readGiven(rpc, range)).find(
    ({ address, quantity }) => address === gift.address && quantity === gift.quantity,
  )
  if (!given) return undefined
  const receipt = await tryRpc<TransactionReceipt>(rpc, 'eth_getTransactionReceipt', [
    given.hash,
  ])
  return receipt ?? undefined
}
