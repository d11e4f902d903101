import { toLowerAddress as lower } from '@platemark/rules/addresses'
import { type Address, keccak256, numberToHex, slice, stringToHex } from 'viem'
import type { TestChain } from '../../apps/server/test/chain.ts'
import type { Random } from '../random.ts'
import { nextTransaction } from './scenario/actions.ts'
import { controlAnvil } from './scenario/anvil-node.ts'
import {
  applyLog,
  emptyChainModel,
  type ScenarioContext,
  type Sent,
} from './scenario/context.ts'
import { loggingContract } from './scenario/spoofed-logs.ts'
import type { RawLog } from './stale-view.ts'

export type Scenario = Awaited<ReturnType<typeof startScenario>>

const MAX_IN_BLOCK = 24

/**
 * Fills a chain with random transactions, block by block: collections, sales, changes, and
 * spoofed logs of other contracts. Equal seeds and calls send equal transactions.
 */
export async function startScenario(chain: TestChain, random: Random) {
  const node = await controlAnvil(chain)
  const operator = chain.owner.address
  const accounts = createAccounts(random)
  const head = await chain.client.getBlock()
  const first = { number: Number(head.number) + 2, time: Number(head.timestamp) + 2 }
  const gifts = accounts.map((to) => ({
    from: operator,
    to,
    data: '0x' as const,
    value: 10n ** 20n,
  }))
  await node.mine(gifts, first.number - 1, first.time - 1)
  const creation = { from: operator, data: loggingContract }
  const created = await node.mine([creation, creation], first.number, first.time)
  const [spoofer, ...spoofers] = created.flatMap(
    ({ contractAddress }) => contractAddress ?? [],
  )
  if (!spoofer)
    throw new Error('Spoofing contracts were not created: got no contract address')

  const context: ScenarioContext = {
    random,
    chainId: chain.id,
    factory: lower(chain.contracts.factory),
    operator,
    accounts,
    spoofers: [spoofer, ...spoofers],
    plans: new Map(),
    model: emptyChainModel(),
    now: first.time,
  }
  const blocks: { time: number; sent: Sent[]; logs: RawLog[] }[] = []
  let forks = 0

  const mineBlock = async (sent: Sent[]) => {
    context.now += random.between(1, 3)
    const number = first.number + blocks.length + 1
    const receipts = await node.mine(sent, number, context.now)
    const logs = receipts.flatMap((receipt) => receipt.logs)
    blocks.push({ time: context.now, sent, logs })
    for (const log of logs) applyLog(context, log)
  }
  const draw = (count: number) =>
    Array.from({ length: count }, () => nextTransaction(context))
  const rollback = async (depth: number) => {
    const removed = blocks.splice(Math.max(0, blocks.length - depth))
    forks += 1
    await node.rollback(removed.length, numberToHex(forks, { size: 20 }))
    context.now = blocks.at(-1)?.time ?? first.time
    context.model = emptyChainModel()
    for (const log of blocks.flatMap(({ logs }) => logs)) applyLog(context, log)
    return removed
  }
  return {
    /** Sends so many transactions, in blocks of a few; some blocks stay empty. */
    async act(transactions: number): Promise<void> {
      for (let left = transactions; left > 0; ) {
        const size = random.isLucky(15) ? 0 : random.between(1, MAX_IN_BLOCK)
        const sent = draw(Math.min(size, left))
        await mineBlock(sent)
        left -= sent.length
      }
    },
    /**
     * Replaces the newest blocks by at least as many: most transactions come again in other
     * blocks, beside new ones. Returns how many blocks were replaced.
     */
    async reorg(depth: number): Promise<number> {
      const removed = await rollback(depth)
      const again = removed.flatMap(({ sent }) => sent).filter(() => random.isLucky(70))
      for (let left = removed.length + random.between(0, 2); left > 0; left -= 1) {
        const share = Math.ceil(again.length / left)
        const old = again.splice(0, left === 1 ? share : random.between(0, share * 2))
        await mineBlock([...old, ...draw(random.between(0, 3))])
      }
      return removed.length
    },
    /** Removes the newest blocks: the chain stays shorter until the next block. */
    async shorten(depth: number): Promise<void> {
      await rollback(depth)
    },
    /** Mines empty blocks. */
    async idle(count: number): Promise<void> {
      for (let left = count; left > 0; left -= 1) await mineBlock([])
    },
    now: () => ({
      block: first.number + blocks.length,
      collections: context.model.collections.size,
      logs: context.model.logs,
      events: context.model.events,
    }),
  }
}

function createAccounts(random: Random): readonly [Address, ...Address[]] {
  const invent = (at: number) =>
    slice(keccak256(stringToHex(`${at} ${random.between(0, 2 ** 30)}`)), 12)
  return [invent(0), ...Array.from({ length: 23 }, (_, at) => invent(at + 1))]
}
