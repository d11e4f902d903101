import { type Address, type Hash, type Hex, numberToHex } from 'viem'
import type { TestChain } from '../../../apps/server/test/chain.ts'
import { ask, askAll, type RawLog } from '../rpc.ts'

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

/** Makes a chain mine only when told to, and accept transactions of every sender unsigned. */
export async function takeOver({ url, client, contracts }: TestChain) {
  await client.setAutomine(false)
  await client.setBlockGasLimit({ gasLimit: 10_000_000_000n })
  await ask(url, 'anvil_autoImpersonateAccount', true)
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
      const hashes = await askAll<Hash>(url, 'eth_sendTransaction', requests)
      await ask(url, 'evm_mine', { timestamp, blocks: 1 })
      const block = numberToHex(number)
      const receipts = await ask<Receipt[]>(url, 'eth_getBlockReceipts', block)
      return hashes.map((hash) => {
        const receipt = receipts.find((one) => one.transactionHash === hash)
        if (!receipt) throw new Error(`Block ${number} lacks transaction ${hash}.`)
        return receipt
      })
    },
    /** Removes the newest blocks. Later blocks are mined by `miner`, so no hash recurs. */
    async takeBack(blocks: number, miner: Address): Promise<void> {
      if (blocks > 0) await ask(url, 'anvil_rollback', blocks)
      await client.setCoinbase({ address: miner })
      // Anvil keeps the states of so many blocks, and goes on without one silently.
      if (!(await client.getCode({ address: contracts.factory }))) {
        throw new Error(`Anvil has no state ${blocks} blocks back.`)
      }
    },
  }
}
