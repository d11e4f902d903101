import { DEPLOYER } from '@platemark/abi/contract-deployment'
import type { Address, Hex } from 'viem'
import { getCode } from 'viem/actions'
import { CommandError } from '../command-error.ts'
import type { Node } from './node.ts'
import { formatAmount } from './settings.ts'

/**
 * Transaction that deploys the CREATE2 deployer on any chain, signed by an account without a known
 * key (github.com/Arachnid/deterministic-deployment-proxy).
 */
export const DEPLOYER_TRANSACTION: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'
export const DEPLOYER_MAKER: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362'
/** Cost of 100,000 gas at the transaction's 100 gwei. */
const DEPLOYER_COST_WEI = 10n ** 16n

/** Throws `CommandError` with instructions where the chain has no deployer. */
export async function requireDeployer(node: Node): Promise<void> {
  if (await getCode(node.client, { address: DEPLOYER })) return
  throw new CommandError(`The deployer that gives the contracts the same addresses on every chain, ${DEPLOYER},
is not on ${node.title}. Nothing was sent. To put it there:
  1. send ${formatAmount(node, DEPLOYER_COST_WEI)} to ${DEPLOYER_MAKER}
  2. send this signed transaction with eth_sendRawTransaction:
     ${DEPLOYER_TRANSACTION}
  3. run this again.
A node that takes no transactions without a chain id (EIP-155) refuses step 2; then ask those who
run the chain to add the deployer.`)
}
