import { type Address, keccak256, numberToHex, slice, stringToHex } from 'viem'
import type { TestChain } from '../../apps/server/test/chain.ts'
import type { Random } from '../random.ts'
import { lower } from './contract-logs.ts'
import type { RawLog } from './rpc.ts'
import { anyTransaction } from './scenario/actions.ts'
import { takeOver } from './scenario/anvil-node.ts'
import { applyLog, emptyWorld, type Scene, type Sent } from './scenario/context.ts'
import { loggingContract } from './scenario/spoofed-logs.ts'

export type Story = Awaited<ReturnType<typeof startStory>>

const MAX_IN_BLOCK = 24

/**
 * Fills a chain with random transactions, block by block: collections, sales, changes, and
 * forged logs of other contracts. Equal seeds and calls send equal transactions.
 */
export async function startStory(chain: TestChain, random: Random) {
  const node = await takeOver(chain)
  const operator = chain.owner.address
  const people = inventPeople(random)
  const head = await chain.client.getBlock()
  const first = { number: Number(head.number) + 2, time: Number(head.timestamp) + 2 }
  const gifts = people.map((to) => ({
    from: operator,
    to,
    data: '0x' as const,
    value: 10n ** 20n,
  }))
  await node.mine(gifts, first.number - 1, first.time - 1)
  const creation = { from: operator, data: loggingContract }
  const created = await node.mine([creation, creation], first.number, first.time)
  const [forger, ...forgers] = created.flatMap(
    ({ contractAddress }) => contractAddress ?? [],
  )
  if (!forger) throw new Error('The contracts of the forgers were not created.')

  const scene: Scene = {
    random,
    chainId: chain.id,
    factory: lower(chain.contracts.factory),
    operator,
    people,
    forgers: [forger, ...forgers],
    plans: new Map(),
    world: emptyWorld(),
    now: first.time,
  }
  const blocks: { time: number; sent: Sent[]; logs: RawLog[] }[] = []
  let forks = 0

  const mineBlock = async (sent: Sent[]) => {
    scene.now += random.between(1, 3)
    const number = first.number + blocks.length + 1
    const receipts = await node.mine(sent, number, scene.now)
    const logs = receipts.flatMap((receipt) => receipt.logs)
    blocks.push({ time: scene.now, sent, logs })
    for (const log of logs) applyLog(scene, log)
  }
  const draw = (count: number) =>
    Array.from({ length: count }, () => anyTransaction(scene))
  const takeBack = async (depth: number) => {
    const gone = blocks.splice(Math.max(0, blocks.length - depth))
    forks += 1
    await node.takeBack(gone.length, numberToHex(forks, { size: 20 }))
    scene.now = blocks.at(-1)?.time ?? first.time
    scene.world = emptyWorld()
    for (const log of blocks.flatMap(({ logs }) => logs)) applyLog(scene, log)
    return gone
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
    async reorganise(depth: number): Promise<number> {
      const gone = await takeBack(depth)
      const again = gone.flatMap(({ sent }) => sent).filter(() => random.isLucky(70))
      for (let left = gone.length + random.between(0, 2); left > 0; left -= 1) {
        const share = Math.ceil(again.length / left)
        const old = again.splice(0, left === 1 ? share : random.between(0, share * 2))
        await mineBlock([...old, ...draw(random.between(0, 3))])
      }
      return gone.length
    },
    /** Removes the newest blocks: the chain stays shorter until the next block. */
    async fallBack(depth: number): Promise<void> {
      await takeBack(depth)
    },
    /** Mines empty blocks. */
    async idle(count: number): Promise<void> {
      for (let left = count; left > 0; left -= 1) await mineBlock([])
    },
    now: () => ({
      block: first.number + blocks.length,
      collections: scene.world.collections.size,
      logs: scene.world.logs,
      events: scene.world.events,
    }),
  }
}

function inventPeople(random: Random): readonly [Address, ...Address[]] {
  const invent = (at: number) =>
    slice(keccak256(stringToHex(`${at} ${random.between(0, 2 ** 30)}`)), 12)
  return [invent(0), ...Array.from({ length: 23 }, (_, at) => invent(at + 1))]
}
