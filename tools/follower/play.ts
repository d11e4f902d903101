import { type Random, randomOf } from '../agreement/random.ts'
import { pause } from '../program.ts'
import type { ConfirmedSnapshot } from './compare.ts'
import { SAID_BY_NODE } from './failures.ts'
import type { Stage } from './stage.ts'
import type { Story } from './story.ts'

export type Played = {
  /** Depths, in order. */
  reorganisations: number[]
  /** How often the chain became shorter. */
  fallbacks: number
  /** What counted as confirmed, whenever it was looked at. */
  snapshots: ConfirmedSnapshot[]
}

/** The deepest reorganisation while rows are being confirmed. */
const DEEPEST = 64
const SHALLOW = 8
const LEAST_REORGANISATIONS = 6
// Anvil forgets states after some hundred blocks, those of forks that are gone included.
const MOST_REPLACED = 280
const MOVES_TO_A_KILL = 40
const LONGEST_PAUSE_MS = 120

type Move = (typeof plan)[number]

/** How often each comes in as many moves. */
const plan = [
  ...times(24, 'act'),
  ...times(8, 'idle'),
  ...times(4, 'reorganise'),
  ...times(1, 'fallBack'),
  ...times(2, 'look'),
]

/** Plays until the chain holds so many logs: the story with its forks, the weather, kills. */
export async function play(
  stage: Stage,
  story: Story,
  random: Random,
  logs: number,
): Promise<Played> {
  const played: Played = { reorganisations: [], fallbacks: 0, snapshots: [] }
  const chances = randomOf(random.between(0, 2 ** 30), 3)
  const moves = movesOf(stage, story, random, played)
  const isEnough = () =>
    story.now().logs >= logs && played.reorganisations.length >= LEAST_REORGANISATIONS
  // The story goes on while a follower is away.
  let away = Promise.resolve()
  for (let moved = 1; !isEnough(); moved += 1) {
    await stage.views.record()
    if (moved % MOVES_TO_A_KILL === 0) {
      await away
      away = disturb(stage, moved / MOVES_TO_A_KILL, chances)
      // It is awaited in a while; nobody may be told before that it failed.
      away.catch(() => {})
    }
    const move = plan[random.between(0, plan.length - 1)] ?? 'act'
    await moves[move]()
    await pause(random.between(0, LONGEST_PAUSE_MS))
  }
  await away
  await stage.views.record()
  await moves.look()
  return played
}

/** Every third time one of several followers stands still; else one is killed. */
function disturb({ followers, isShared }: Stage, turn: number, chances: Random) {
  if (isShared && turn % 3 === 0) return followers.freezeOne(chances)
  return followers.killOne(chances)
}

function movesOf(
  { followers }: Stage,
  story: Story,
  random: Random,
  played: Played,
): Record<Move, () => Promise<void>> {
  let highest = 0
  /** How many blocks may be replaced without touching what may be confirmed. */
  const room = () => {
    const { block } = story.now()
    highest = Math.max(highest, block)
    return DEEPEST - (highest - block)
  }
  return {
    act: () => story.act(random.between(1, 12)),
    idle: () =>
      story.idle(random.isLucky(8) ? random.between(30, 80) : random.between(1, 5)),
    async reorganise() {
      const replaced = played.reorganisations.reduce((sum, depth) => sum + depth, 0)
      const isShallow = random.isLucky(60) || replaced > MOST_REPLACED
      const most = isShallow ? Math.min(SHALLOW, room()) : room()
      if (most < 1) return
      played.reorganisations.push(await story.reorganise(random.between(1, most)))
    },
    async fallBack() {
      const blocks = random.between(1, 12)
      if (blocks > room()) return
      await story.fallBack(blocks)
      played.fallbacks += 1
    },
    async look() {
      const standing = await followers.standing()
      if (standing?.report?.detail?.includes(SAID_BY_NODE)) {
        throw new Error('The text of an RPC error was reported.')
      }
      const rows = await followers.confirmed()
      if (rows) played.snapshots.push(rows)
    },
  }
}

function times<M extends string>(count: number, move: M): M[] {
  return Array<M>(count).fill(move)
}
