import { readField } from '@platemark/wallet/read-field'
import { parseQuantity } from './read-contract.ts'
import type { TransactionCall } from './request-transaction.ts'
import type { Rpc } from './rpc.ts'

/** Kinds of networks, some of which charge fees by rules of their own. */
export type NetworkStack = 'evm' | 'op' | 'zk' | 'linea'

type FeeCall = Pick<TransactionCall, 'from' | 'to' | 'data'> & Partial<TransactionCall>

/**
 * Returns the fee of a transaction in wei by the method of its network's own: `zks_estimateFee` of
 * the ZK Stack, whose gas pays for published data too, or `linea_estimateGas`. Null where the stack
 * has none, and where the node does not answer it or the transaction would fail. `gas` replaces the
 * estimated limit.
 */
export async function estimateStackFee(
  rpc: Rpc,
  call: FeeCall,
  { stack, gas }: { stack: NetworkStack; gas?: bigint },
): Promise<bigint | null> {
  if (stack !== 'zk' && stack !== 'linea') return null
  try {
    if (stack === 'zk') {
      const fee = await rpc('zks_estimateFee', [call])
      const limit = gas ?? parseQuantity(readField(fee, 'gas_limit'))
      return limit * parseQuantity(readField(fee, 'max_fee_per_gas'))
    }
    const fee = await rpc('linea_estimateGas', [call])
    const limit = gas ?? parseQuantity(readField(fee, 'gasLimit'))
    const base = parseQuantity(readField(fee, 'baseFeePerGas'))
    return limit * (base + parseQuantity(readField(fee, 'priorityFeePerGas')))
  } catch {
    return null
  }
}
