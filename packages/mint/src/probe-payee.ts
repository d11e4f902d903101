import { isContractCode } from '@platemark/rules/account-code'
import { type Address, zeroAddress } from 'viem'
import { findRevertData, type Rpc, RpcError } from './rpc.ts'

/** `unknown`: a contract, and the node could not try a payment. */
export type PayeeKind = 'wallet' | 'takes' | 'refuses' | 'unknown'

/**
 * Finds out by a call that changes nothing whether an account takes a payment of 1 wei, as
 * `release` makes it: `wallet` for an account without code, which always does. Rejects like `rpc`.
 */
export async function probePayee(rpc: Rpc, account: Address): Promise<PayeeKind> {
  const code = await rpc('eth_getCode', [account, 'latest'])
  if (!isContractCode(typeof code === 'string' ? code : undefined)) return 'wallet'
  const call = { from: zeroAddress, to: account, data: '0x' }
  // The sender gets a balance for this call only.
  const funds = { [zeroAddress]: { balance: '0xde0b6b3a7640000' } }
  const paid = await attempt(rpc, [{ ...call, value: '0x1' }, 'latest', funds])
  if (paid !== 'unknown') return paid
  // Nodes that give no balance can still find a contract that takes no payment at all.
  return attempt(rpc, [call, 'latest'])
}

async function attempt(rpc: Rpc, params: readonly unknown[]): Promise<PayeeKind> {
  try {
    await rpc('eth_call', params)
    return 'takes'
  } catch (error) {
    return isRevert(error) ? 'refuses' : 'unknown'
  }
}

function isRevert(error: unknown): boolean {
  if (findRevertData(error) !== null) return true
  return error instanceof RpcError && (error.code === 3 || /revert/i.test(error.message))
}
