import { BadLog } from '../platform/projection.ts'
import { confirmWindow, withDigests } from './confirm.ts'
import { Doubtful } from './doubt.ts'
import type { Following } from './following.ts'
import type { Reading } from './reading.ts'
import { findBlockBelow, goBackTo } from './reorganise.ts'
import { readChecked } from './take-reading.ts'
import { understandFirst, writeRange } from './write-range.ts'

// So often what comes next may contradict what is stored before that is doubted, and how far.
const MANY_CONTRADICTIONS = 4
const FAR_BLOCKS = 1000

/** Writes a range, and reads the next one meanwhile. */
export async function writeReading(
  following: Following,
  { range, endpoint }: Reading & { kind: 'range' },
): Promise<void> {
  const { last, head } = range
  if (range.isConfirmed && !following.chain.isDemo) {
    // The mark must not leap over blocks that were read only once.
    await confirmWindow(following, head, endpoint)
    const { cursor } = following
    range.isConfirmed = !cursor || cursor.confirmedNumber === cursor.number
  }
  const readAhead = () => {
    if (following.ahead || last.number >= head.number) return
    following.ahead = readChecked(following, last).then((reading) =>
      understandFirst(following, reading),
    )
    // Who awaits it hears of its failure; if nobody does, nobody needs to.
    following.ahead.catch(() => {})
  }
  try {
    const checked = range.isConfirmed ? range : withDigests(range)
    await writeRange(following, checked, readAhead)
  } catch (error) {
    if (!(error instanceof BadLog)) throw error
    await doubtWhatIsStored(following, range.isConfirmed)
    throw new Doubtful(endpoint, error.message)
  }
  following.contradictions = 0
}

/**
 * A range that cannot follow from what is stored is wrong itself, or a provisional one before it
 * is: all of those are read again. Where it stays so, not even what is confirmed is right.
 */
async function doubtWhatIsStored(
  following: Following,
  isWitnessed: boolean,
): Promise<void> {
  const { cursor, chain, log, endpoints } = following
  if (isWitnessed || endpoints.names.length === 1) following.contradictions += 1
  if (!cursor) return
  let below = cursor.confirmedNumber + 1
  if (following.contradictions >= MANY_CONTRADICTIONS) {
    const more = following.contradictions - MANY_CONTRADICTIONS
    below = Math.max(0, cursor.confirmedNumber - FAR_BLOCKS * 2 ** Math.min(more, 30))
    const facts = { chain: chain.alias, block: below }
    log.error(facts, 'what was confirmed contradicts the chain and is read again')
  }
  if (below > cursor.number) return
  await goBackTo(following, await findBlockBelow(following, below))
}
