import { embeddedDatabase, serverDatabase } from './databases.ts'
import { type Outcome, simulate } from './simulation.ts'
import type { Shape } from './stage.ts'

/** Where databases come from: a folder to copy, and a server by its administrator's URL. */
export type DatabaseSources = { template: string; server: string }

const LOGS = 5000

/**
 * Plays one seed in the shape that follows from its number: three endpoints before an embedded
 * database, three before a server with two followers, or a single endpoint.
 */
export async function playSeed(seed: number, from: DatabaseSources): Promise<Outcome> {
  const shape = shapeOf(seed)
  const isEmbedded = seed % 3 === 1
  const name = `follower_${process.pid}_${seed}`
  const fresh = isEmbedded
    ? embeddedDatabase(from.template)
    : await serverDatabase(from.server, name)
  try {
    const hasOtherGenesis = shape.followers > 1
    return await simulate(seed, shape, fresh, { logs: LOGS, hasOtherGenesis })
  } finally {
    await fresh.remove()
  }
}

export function shapeOf(seed: number): Shape {
  const turn = seed % 3
  if (turn === 0) return { endpoints: 1, followers: 1 }
  return { endpoints: 3, followers: turn }
}
