import { type Address, keccak256, numberToHex, slice, stringToHex } from 'viem'
import type { TestChain } from '../../apps/server/test/chain.ts'
import type { Random } from '../agreement/random.ts'
import { loggingContract } from '../life/small-contracts.ts'
import { lower } from './contract-logs.ts'
import type { RawLog } from './rpc.ts'
import { anyDeed } from './story/deeds.ts'
import { type Node, takeOver } from './story/node.ts'
import type { Deed, Scene } from './story/scene.ts'
import { emptyWorld, hear } from './story/world.ts'

export type Story = Awaited<ReturnType<typeof startStory>>

const PEOPLE = 24
const FORGERS = 3
const PURSE = 10n ** 20n
const MOST_IN_BLOCK = 24

/**
 * Tells a chain of collections, sales and changes, block by block, with strangers who forge
 * logs between them. The same `random` and the same calls tell the same story; only the
 * times, which begin now, and what depends on them differ. Nobody else may send to the chain.
 */
export async function startStory(chain: TestChain, random: Random) {
  const telling = await begin(chain, random)
  const { journal, kinds, counts } = telling
  return {
    /** Sends so many transactions, in blocks of some; a few blocks stay empty. */
    act: (transactions: number) => act(telling, transactions),
    /**
     * Replaces the newest blocks by others, at least as many: most of what was sent comes
     * again, in other blocks and beside new transactions, some of it never. Answers how many
     * blocks were replaced: no more than the story has made.
     */
    reorganise: (depth: number) => reorganise(telling, depth),
    /** The head goes back, and stays there until something else happens. */
    async fallBack(blocks: number): Promise<number> {
      const gone = await takeBack(telling, blocks)
      note(telling, `the chain fell back by ${gone.length} blocks`)
      return gone.length
    },
    /** Blocks in which nothing happens. */
    async idle(blocks = 1): Promise<void> {
      for (let left = blocks; left > 0; left -= 1) await makeBlock(telling, [])
    },
    /** Everything that was sent and done, the same for the same seed and calls. */
    journal: journal as readonly string[],
    /** How often each kind of transaction went through, on any fork. */
    kinds: kinds as ReadonlyMap<string, number>,
    /** What was sent and logged, on any fork; only logs of our own contracts count. */
    counts: counts as Readonly<typeof counts>,
    /** What the chain holds now. */
    now: () => ({
      block: telling.number,
      /** Of the newest block, in unix seconds. */
      time: telling.scene.now,
      /** How many blocks may be replaced. */
      blocks: telling.made.length,
      collections: telling.scene.world.collections.size,
      logs: telling.scene.world.logs,
      events: telling.scene.world.kinds as ReadonlyMap<string, number>,
    }),
  }
}

/** A block that the story made. */
type Made = { time: number; deeds: Deed[]; logs: RawLog[] }

type Telling = {
  node: Node
  scene: Scene
  made: Made[]
  /** The newest block. */
  number: number
  /** The last block and second before the story. */
  began: { number: number; time: number }
  forks: number
  journal: string[]
  kinds: Map<string, number>
  counts: { transactions: number; reverted: number; logs: number }
}

/** Gives everybody something to spend and puts the forgers' contracts on the chain. */
async function begin(chain: TestChain, random: Random): Promise<Telling> {
  const node = await takeOver(chain)
  const { address: from } = chain.owner
  const people = inventPeople(random)
  const { number, time } = await node.head()
  const gifts = people.map((to) => ({ from, to, data: '0x' as const, value: PURSE }))
  await node.mine(gifts, number + 1, time + 1)
  const install = { from, data: loggingContract }
  const installs = Array.from({ length: FORGERS }, () => install)
  const installed = await node.mine(installs, number + 2, time + 2)
  const forgers = installed.flatMap(({ contractAddress }) => contractAddress ?? [])
  const [forger, ...others] = forgers
  if (!forger) throw new Error('The contracts of the forgers were not made.')
  const began = { number: number + 2, time: time + 2 }
  return {
    node,
    scene: {
      random,
      chainId: chain.id,
      factory: lower(chain.contracts.factory),
      operator: from,
      people,
      forgers: [forger, ...others],
      plans: new Map(),
      world: emptyWorld(),
      now: began.time,
    },
    made: [],
    number: began.number,
    began,
    forks: 0,
    journal: [],
    kinds: new Map(),
    counts: { transactions: 0, reverted: 0, logs: 0 },
  }
}

async function act(telling: Telling, transactions: number): Promise<void> {
  const { random } = telling.scene
  for (let left = transactions; left > 0; ) {
    const size = random.isLucky(15) ? 0 : random.between(1, MOST_IN_BLOCK)
    const deeds = think(telling, Math.min(size, left))
    await makeBlock(telling, deeds)
    left -= deeds.length
  }
}

async function reorganise(telling: Telling, depth: number): Promise<number> {
  const { random } = telling.scene
  const gone = await takeBack(telling, depth)
  note(telling, `${gone.length} blocks are replaced`)
  const sent = gone.flatMap(({ deeds }) => deeds)
  const again = sent.filter(() => random.isLucky(70))
  for (let left = gone.length + random.between(0, 2); left > 0; left -= 1) {
    const share = Math.ceil(again.length / left)
    const old = again.splice(0, left === 1 ? share : random.between(0, share * 2))
    await makeBlock(telling, [...old, ...think(telling, random.between(0, 3))])
  }
  return gone.length
}

function think({ scene }: Telling, count: number): Deed[] {
  return Array.from({ length: count }, () => anyDeed(scene))
}

async function makeBlock(telling: Telling, deeds: Deed[]): Promise<void> {
  const { node, scene, made, kinds, counts } = telling
  scene.now += scene.random.between(1, 3)
  telling.number += 1
  const outcomes = await node.mine(deeds, telling.number, scene.now)
  const logs = outcomes.flatMap((outcome) => outcome.logs)
  made.push({ time: scene.now, deeds, logs })
  const before = scene.world.logs
  for (const log of logs) hear(scene, log)
  counts.logs += scene.world.logs - before
  counts.transactions += deeds.length
  for (const [at, { kind, about }] of deeds.entries()) {
    const isDone = outcomes[at]?.isDone ?? false
    if (isDone) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    else counts.reverted += 1
    note(telling, `${kind} ${about}${isDone ? '' : ' (reverted)'}`)
  }
}

/** Takes the newest blocks back; answers those that are gone. */
async function takeBack(telling: Telling, depth: number): Promise<Made[]> {
  const { node, scene, made, began } = telling
  const gone = made.splice(Math.max(0, made.length - depth))
  telling.forks += 1
  await node.takeBack(gone.length)
  await node.setMiner(numberToHex(telling.forks, { size: 20 }))
  telling.number -= gone.length
  scene.now = made.at(-1)?.time ?? began.time
  scene.world = emptyWorld()
  for (const { logs } of made) {
    for (const log of logs) hear(scene, log)
  }
  return gone
}

function note({ journal, number, began }: Telling, what: string): void {
  journal.push(`${number - began.number}: ${what}`)
}

function inventPeople(random: Random): readonly [Address, ...Address[]] {
  const invent = (at: number) =>
    slice(keccak256(stringToHex(`${at} ${random.between(0, 2 ** 40)}`)), 12)
  const others = Array.from({ length: PEOPLE - 1 }, (_, at) => invent(at + 1))
  return [invent(0), ...others]
}
