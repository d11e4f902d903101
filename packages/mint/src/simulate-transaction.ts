import { parseQuantity } from './read-contract.ts'
import { nodeFailed } from './refusal.ts'
import type { TransactionCall } from './request-transaction.ts'
import type { BlockTag, Rpc } from './rpc.ts'

/** A wallet that cannot pay the network fee. */
export class ShortOfFundsError extends Error {
  readonly neededWei: bigint
  readonly balanceWei: bigint

  constructor(neededWei: bigint, balanceWei: bigint) {
    super(`wallet is short of funds: got ${balanceWei} wei, expected ${neededWei}`)
    this.neededWei = neededWei
    this.balanceWei = balanceWei
  }
}

/** Gas of a creation with a list and payees; most changes of a collection need less. */
const USUAL_GAS = 200_000n

/**
 * Simulates a transaction on the chain. Rejects with a `NodeError` whose cause is the revert, or
 * the failure of the node, and with a `ShortOfFundsError` where the account cannot pay the network
 * fee.
 */
export async function simulateTransaction(
  rpc: Rpc,
  call: TransactionCall,
  blockTag: BlockTag,
): Promise<void> {
  await rpc('eth_call', [call, blockTag]).catch(nodeFailed)
  const [gas, price, balanceWei] = await Promise.all([
    // Some nodes estimate no gas for an account that cannot pay.
    rpc('eth_estimateGas', [call]).then(parseQuantity, () => USUAL_GAS),
    rpc('eth_gasPrice', []).then(parseQuantity),
    rpc('eth_getBalance', [call.from, blockTag]).then(parseQuantity),
  ]).catch(nodeFailed)
  const neededWei = BigInt(call.value) + gas * price
  if (balanceWei < neededWei) throw new ShortOfFundsError(neededWei, balanceWei)
}
