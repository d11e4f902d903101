import type { Hash } from 'viem'
import { pause } from '../program.ts'
import { compareTables, type Difference } from './compare.ts'
import type { FreshDatabase } from './databases.ts'
import { askNode, type RawBlock } from './rpc.ts'
import { CONFIRMATIONS, type Stage } from './stage.ts'
import { readTruth, type Truth } from './truth.ts'

const CATCH_UP_MS = 75_000
const LAST_LINES = 25

/**
 * Lets the followers catch up with the chain as it is, ends them and demands that every table
 * says what the chain says. Throws with where they stand when they do not arrive.
 */
export async function compareWithChain(
  stage: Stage,
  fresh: FreshDatabase,
  when: string,
): Promise<Truth> {
  const { id, url, contracts } = stage.chain()
  await untilCaughtUp(stage, when)
  await stage.followers.stop()
  const truth = await readTruth(url, contracts.factory)
  const differences = await fresh.use((database) => compareTables(database, id, truth))
  demandNone(differences, `the tables ${when}`)
  return truth
}

/** Throws with the first of the differences. */
export function demandNone(differences: Difference[], where: string): void {
  if (differences.length === 0) return
  const lines = differences.slice(0, 20).map(({ line }) => `  ${line}`)
  throw new Error(`${differences.length} wrong in ${where}:\n${lines.join('\n')}`)
}

async function untilCaughtUp({ chain, followers }: Stage, when: string): Promise<void> {
  const [tip] = await askNode(chain().url, [
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ])
  // Safe: every node answers a block so.
  const { number, hash } = tip as RawBlock
  const head = { number: Number(number), hash }
  const deadline = Date.now() + CATCH_UP_MS
  for (;;) {
    const standing = await followers.standing()
    if (hasArrived(standing?.cursor, head)) return
    if (Date.now() > deadline) {
      const lines = followers.said().trim().split('\n').slice(-LAST_LINES)
      throw new Error(
        `Not caught up with ${head.number} ${head.hash} ${when}: ${JSON.stringify(standing)}\n${lines.join('\n')}`,
      )
    }
    await pause(100)
  }
}

function hasArrived(
  cursor: { hash: string; confirmed: number; isSettled: boolean } | null | undefined,
  head: { number: number; hash: Hash },
): boolean {
  if (!cursor || cursor.hash !== head.hash || !cursor.isSettled) return false
  return cursor.confirmed >= head.number - CONFIRMATIONS
}
