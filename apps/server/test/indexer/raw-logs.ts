import { type Address, concat, type Hex, numberToHex, size } from 'viem'
import { mined, type TestChain } from '../chain.ts'
import type { Emitted } from '../collections/logs.ts'

/**
 * Emits raw logs from their addresses on a real chain, one transaction for consecutive logs of one
 * address, in as few blocks as their gas allows: the code of an address is replaced until they are
 * mined. No two groups may have the same address. Returns the number of the last block.
 */
export async function emitRawLogs(chain: TestChain, logs: Emitted[]): Promise<number> {
  const { client, owner } = chain
  const groups = groupByAddress(logs)
  const first = await client.getTransactionCount({ address: owner.address })
  await client.setAutomine(false)
  const sent = await Promise.all(
    groups.map(async (group, place) => {
      // Safe: a group has at least one log.
      const { address } = group[0] as Emitted
      const before = await client.getCode({ address })
      const bytecode = toEmitterCode(group)
      await client.setCode({ address, bytecode })
      const gas = 200_000n + 20n * BigInt(size(bytecode))
      const nonce = first + place
      const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
      const request = { account: owner, chain: chain.chain, to: address, gas, nonce }
      const hash = await client.sendTransaction({ ...request, ...fees })
      return { address, hash, before }
    }),
  )
  const isMined = async () =>
    (await client.getTransactionCount({ address: owner.address })) ===
    first + groups.length
  while (!(await isMined())) await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  let last = 0n
  for (const { address, hash, before } of sent) {
    const { blockNumber } = await mined(chain, hash)
    if (before) await client.setCode({ address, bytecode: before })
    if (blockNumber > last) last = blockNumber
  }
  return Number(last)
}

function groupByAddress(logs: Emitted[]): Emitted[][] {
  const groups: Emitted[][] = []
  let address: Address | undefined
  for (const log of logs) {
    if (log.address === address) groups.at(-1)?.push(log)
    else groups.push([log])
    address = log.address
  }
  return groups
}

/** Bytes of the instructions for one log without its topics, and of one topic. */
const LOG_SIZE = 19
const TOPIC_SIZE = 33

/** Returns code that emits these logs and stops; the data of the logs follows the instructions. */
function toEmitterCode(logs: Emitted[]): Hex {
  const sizeOf = ({ topics }: Emitted) => LOG_SIZE + TOPIC_SIZE * topics.length
  let offset = logs.reduce((sum, log) => sum + sizeOf(log), 1)
  const instructions = logs.map(({ topics, data }) => {
    const [length, from] = [size(data), offset]
    offset += length
    return concat([
      // PUSH3 length, PUSH3 from, PUSH1 0, CODECOPY
      ...['0x62', push(length), '0x62', push(from), '0x600039'].map(asHex),
      ...topics.toReversed().map((topic) => concat(['0x7f', topic])),
      // PUSH3 length, PUSH1 0, LOG0 + the number of topics, JUMPDEST
      ...['0x62', push(length), '0x6000', numberToHex(0xa0 + topics.length), '0x5b'].map(
        asHex,
      ),
    ])
  })
  return concat([...instructions, '0x00', ...logs.map(({ data }) => data)])
}

function push(value: number): Hex {
  return numberToHex(value, { size: 3 })
}

function asHex(text: string): Hex {
  // Safe: the literals and numbers above are hexadecimal.
  return text as Hex
}
