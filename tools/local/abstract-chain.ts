import { join } from 'node:path'
import { installStandIns } from '@platemark/wallet/testing/shim/install-stand-ins'
import { startZkShim } from '@platemark/wallet/testing/shim/zk-shim'
import { operatorAccount } from './accounts.ts'
import { keepChain } from './chain.ts'
import { type ContractStore, deployContracts } from './deploy.ts'

/** The testnet of Abstract, whose contracts a stand-in replaces. */
export const ABSTRACT_CHAIN = { alias: 'abstract-testnet', id: 11124 } as const

type Options = {
  /** Port of the chain; wallets reach it by the next one. */
  port: number
  bornAt: number
  saveMs: number
  mintFeeWei: bigint
  folder: ContractStore
  log(line: string): void
  onLost(sentence: string): void
}

/**
 * Starts an embedded chain with the stand-ins for smart accounts and session keys, our contracts, and
 * a node that takes transactions of smart accounts. Returns the chain, the entry of its network
 * without rate, and what stops both.
 */
export async function startAbstractChain(options: Options) {
  const { port, folder, mintFeeWei } = options
  const chain = await keepChain({
    ...options,
    id: ABSTRACT_CHAIN.id,
    folder: join(folder.path, 'chains'),
  })
  const account = operatorAccount()
  await installStandIns((method, params) => chain.call(method, ...params), {
    policyManager: account.address,
  })
  const deployed = await deployContracts(chain, folder, { account, mintFeeWei })
  const shim = await startZkShim({ nodeUrl: chain.url, port: port + 1 })
  return {
    chain,
    network: {
      alias: ABSTRACT_CHAIN.alias,
      // Pages reach it through the server, and send transactions of smart accounts too.
      rpc_urls: [shim.url],
      contracts: {
        factory: deployed.factory,
        payouts: deployed.payouts,
        start_block: deployed.startBlock,
      },
    },
    url: shim.url,
    async stop() {
      await shim.stop()
      await chain.stop()
    },
  }
}

export type AbstractChain = Awaited<ReturnType<typeof startAbstractChain>>
