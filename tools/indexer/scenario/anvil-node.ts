import { type Address, type Hash, type Hex, numberToHex } from 'viem'
import type { TestChain } from '../../../apps/server/test/chain.ts'
import { requestRpc, requestRpcBatch } from '../../json-rpc.ts'
import type { RawLog } from '../stale-view.ts'

/** A transaction; without a recipient it creates a contract. */
type Sending = { from: Address; to?: Address; data: Hex; value?: bigint }

type Receipt = {
  transactionHash: string
  contractAddress: Address | null
  logs: RawLog[]
}

const fees = {
  gas: numberToHex(8_000_000n),
  maxFeePerGas: numberToHex(10_000_000_000n),
  maxPriorityFeePerGas: '0x1' as const,
}

/** Makes a chain mine only on request, and accept unsigned transactions of every sender. */
export async function controlAnvil({ url, client, contracts }: TestChain) {
  await client.setAutomine(false)
  await client.setBlockGasLimit({ gasLimit: 10_000_000_000n })
  await requestRpc(url, 'anvil_autoImpersonateAccount', [true])
  return {
    /** Mines one block of all of them; returns their receipts in their order. */
    async mine(
      sendings: readonly Sending[],
      number: number,
      timestamp: number,
    ): Promise<Receipt[]> {
      const requests = sendings.map(({ value = 0n, ...rest }) => [
        { ...rest, ...fees, value: numberToHex(value) },
      ])
      const hashes = await requestRpcBatch<Hash>(url, 'eth_sendTransaction', requests)
      await requestRpc(url, 'evm_mine', [{ timestamp, blocks: 1 }])
      const block = numberToHex(number)
      const receipts = await requestRpc<Receipt[]>(url, 'eth_getBlockReceipts', [block])
      return hashes.map((hash) => {
        const receipt = receipts.find((one) => one.transactionHash === hash)
        if (!receipt)
          throw new Error(`Block ${number} has no receipt of transaction ${hash}`)
        return receipt
      })
    },
    /** Removes the newest blocks. Later blocks are mined by `miner`, so no hash recurs. */
    async rollback(blocks: number, miner: Address): Promise<void> {
      if (blocks > 0) await requestRpc(url, 'anvil_rollback', [blocks])
      await client.setCoinbase({ address: miner })
      // Anvil keeps a limited number of states and reports no error without one.
      if (!(await client.getCode({ address: contracts.factory }))) {
        throw new Error(
          `Anvil has lost the state: got no factory code ${blocks} blocks back`,
        )
      }
    },
  }
}
