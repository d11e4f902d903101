import { parseGwei } from 'viem'
import { operatorAccount } from './accounts.ts'
import type { KeptChain } from './chain.ts'
import { deployContracts } from './deploy.ts'

/**
 * Deploys the contracts to a chain that makes a block each second, like a public network, and
 * returns the settings of its network without the alias.
 */
export async function deployNetwork(chain: KeptChain) {
  const nowhere = { path: '', readValue: () => undefined, writeValue: () => {} }
  const deployed = await deployContracts(chain, nowhere, {
    account: operatorAccount(),
    mintFeeWei: parseGwei('100000'),
  })
  // A public network keeps making blocks, so that the newest one has the current time.
  await chain.call('evm_setIntervalMining', 1)
  return {
    rpc_urls: [chain.url],
    public_rpc_urls: [chain.url],
    contracts: {
      factory: deployed.factory,
      payouts: deployed.payouts,
      start_block: deployed.startBlock,
    },
    usd_rate: 3000,
    is_testnet: false,
  }
}
