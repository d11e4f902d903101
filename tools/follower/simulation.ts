import type { TestChain } from '../../apps/server/test/chain.ts'
import { type Random, randomOf } from '../agreement/random.ts'
import { type ConfirmedSnapshot, compareConfirmed } from './compare.ts'
import { compareWithChain, demandNone } from './comparing.ts'
import type { FreshDatabase } from './databases.ts'
import { SAID_BY_NODE } from './failures.ts'
import { type Played, play } from './play.ts'
import { CONFIRMATIONS, openStage, type Shape, type Stage } from './stage.ts'
import { type Story, startStory } from './story.ts'
import type { Strike } from './weather.ts'

/** What a seed did. */
export type Outcome = Omit<Played, 'snapshots'> & {
  /** How often the confirmed rows were looked at. */
  looks: number
  blocks: number
  logs: number
  collections: number
  kills: number
  killsInBatch: number
  freezes: number
  strikes: ReadonlyMap<Strike, number>
  seconds: number
}

export type Effort = {
  /** Logs of our contracts that the chain holds in the end, at least. */
  logs: number
  /** At the very end another history answers at the same address. */
  hasOtherGenesis: boolean
}

/**
 * Plays one seed: a story on a chain of its own, told through endpoints that fail and lie, to
 * followers that are killed and frozen. Throws when a row is wrong in the end, or counted as
 * confirmed and is false. The seed decides what is done, and in which order; how far the
 * followers are by then is up to the machine, so that a rare fault may need several replays.
 */
export async function simulate(
  seed: number,
  shape: Shape,
  fresh: FreshDatabase,
  effort: Effort,
): Promise<Outcome> {
  const began = Date.now()
  const random = randomOf(seed, 1)
  const { stage, story } = await begin(seed, shape, fresh, random)
  try {
    const { snapshots, ...played } = await play(stage, story, random, effort.logs)
    await finish(stage, story, fresh, snapshots)
    const depth = await reorganiseDeeply(stage, story, fresh, random)
    played.reorganisations.push(depth)
    const { block, logs, collections } = story.now()
    if (effort.hasOtherGenesis) await changeGenesis(stage, fresh, seed, block)
    checkWords(stage)
    return {
      ...played,
      looks: snapshots.length,
      ...stage.followers.counts,
      blocks: block,
      logs,
      collections,
      strikes: stage.weather.strikes,
      seconds: Math.round((Date.now() - began) / 1000),
    }
  } finally {
    await stage.end()
  }
}

async function begin(seed: number, shape: Shape, fresh: FreshDatabase, random: Random) {
  const stories: Story[] = []
  const prepare = async (chain: TestChain) => {
    const story = await startStory(chain, randomOf(seed, 2))
    stories.push(story)
    // Some of it lies deep when the followers begin, most often.
    await story.act(random.between(100, 300))
    await story.idle(random.between(0, CONFIRMATIONS))
  }
  const stage = await openStage(seed, shape, fresh, prepare)
  const [story] = stories
  if (!story) throw new Error('No story was told.')
  return { stage, story }
}

/** The faults stop, the followers catch up, and everything is compared. */
async function finish(
  stage: Stage,
  story: Story,
  fresh: FreshDatabase,
  snapshots: ConfirmedSnapshot[],
): Promise<void> {
  stage.weather.clear()
  // Enough that nothing of the story is provisional any more.
  await story.idle(CONFIRMATIONS + 1)
  const truth = await compareWithChain(stage, fresh, 'when the faults had stopped')
  for (const [at, snapshot] of snapshots.entries()) {
    demandNone(compareConfirmed(snapshot, truth), `confirmed rows at look ${at + 1}`)
  }
}

/** Even what was confirmed is taken back. */
async function reorganiseDeeply(
  stage: Stage,
  story: Story,
  fresh: FreshDatabase,
  random: Random,
): Promise<number> {
  await stage.followers.start()
  const depth = await story.reorganise(random.between(100, 160))
  await story.idle(3)
  await compareWithChain(stage, fresh, `after a reorganisation of ${depth} blocks`)
  return depth
}

async function changeGenesis(
  stage: Stage,
  fresh: FreshDatabase,
  seed: number,
  height: number,
): Promise<void> {
  const chain = await stage.replaceChain()
  const story = await startStory(chain, randomOf(seed, 4))
  await story.act(60)
  await story.idle(Math.max(1, height + 5 - story.now().block))
  await stage.followers.start()
  await compareWithChain(stage, fresh, 'on a chain with another genesis')
}

/** Bad input is told with the name of who gave it, and nothing that a node said is repeated. */
function checkWords({ followers, weather, urls }: Stage): void {
  const said = followers.said()
  if (said.includes(SAID_BY_NODE)) throw new Error('The text of an RPC error was logged.')
  // They would heal it, but where two must agree only a fault of their own can have made it.
  if (urls.length > 1 && said.includes('what was confirmed contradicts the chain')) {
    throw new Error('Confirmed rows were wrong, and were read again.')
  }
  for (const [endpoint, url] of urls.entries()) {
    const lies = weather.countOf(endpoint, [
      'forged_address',
      'absurd_log',
      'absurd_block',
    ])
    // One or two may have been told to a process that was just killed.
    if (lies > 2 && !said.includes(`"endpoint":"${url}"`)) {
      throw new Error(`Endpoint ${endpoint} lied ${lies} times and no line names it.`)
    }
  }
}
