import { type Address, type Hex, numberToHex } from 'viem'
import type { TestChain } from '../../../apps/server/test/chain.ts'
import { askNode, type RawBlock, type RawLog } from '../rpc.ts'

export type Node = Awaited<ReturnType<typeof takeOver>>

/** A transaction on its way; without a recipient it makes a contract. */
type Sent = { from: Address; to?: Address; data: Hex; value?: bigint }

type Receipt = {
  transactionHash: string
  status: Hex
  contractAddress: Address | null
  logs: RawLog[]
}

const BLOCK_GAS = 10_000_000_000n
const fees = {
  gas: numberToHex(8_000_000n),
  maxFeePerGas: numberToHex(10_000_000_000n),
  maxPriorityFeePerGas: '0x1',
}

/** Lets a chain make blocks only when told to, and take everybody's word for who they are. */
export async function takeOver({ url, contracts }: TestChain) {
  const ask: Ask = async (method, ...params) => {
    const [answer] = await askNode(url, [{ method, params }])
    return answer
  }
  await ask('evm_setAutomine', false)
  await ask('anvil_autoImpersonateAccount', true)
  await ask('evm_setBlockGasLimit', numberToHex(BLOCK_GAS))
  return {
    async head() {
      // Safe: every node answers a block so.
      const block = (await ask('eth_getBlockByNumber', 'latest', false)) as RawBlock
      return { number: Number(block.number), time: Number(block.timestamp) }
    },
    /** Puts all of them into the next block; answers their receipts in their order. */
    async mine(sent: readonly Sent[], number: number, timestamp: number) {
      const hashes = await askNode(url, sent.map(sending))
      await ask('evm_mine', { timestamp, blocks: 1 })
      // Safe: every node answers receipts so.
      const receipts = (await ask(
        'eth_getBlockReceipts',
        numberToHex(number),
      )) as Receipt[]
      return hashes.map((hash) => receiptOf(receipts, String(hash)))
    },
    async takeBack(blocks: number): Promise<void> {
      if (blocks > 0) await ask('anvil_rollback', blocks)
      // Anvil keeps the states of so many blocks, goes on without one, and says nothing.
      const code = await ask('eth_getCode', contracts.factory, 'latest')
      if (code === '0x') throw new Error('The chain forgot what it was so long ago.')
    },
    /** Who makes the next blocks: with another miner no block has a hash that it had. */
    async setMiner(miner: Address): Promise<void> {
      await ask('anvil_setCoinbase', miner)
    },
  }
}

type Ask = (method: string, ...params: unknown[]) => Promise<unknown>

function sending({ from, to, data, value = 0n }: Sent) {
  return {
    method: 'eth_sendTransaction',
    params: [{ from, to, data, ...fees, value: numberToHex(value) }],
  }
}

function receiptOf(receipts: readonly Receipt[], hash: string) {
  const receipt = receipts.find(({ transactionHash }) => transactionHash === hash)
  if (!receipt) throw new Error(`${hash} was left out.`)
  const { status, contractAddress, logs } = receipt
  return { isDone: status === '0x1', contractAddress, logs }
}
