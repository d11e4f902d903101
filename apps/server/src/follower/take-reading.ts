import { crossCheck } from './confirm.ts'
import { NoEndpoint } from './endpoints/endpoint.ts'
import type { Following } from './following.ts'
import { isToldOnce, readNext } from './read-range.ts'
import type { Joint, Reading } from './reading.ts'

// So often in a row an endpoint may say that nothing is new before another one is asked.
const MANY_IDLE = 3

/** The range that was read while the last one was written, or one that is read now. */
export async function takeReading(following: Following): Promise<Reading> {
  const { ahead, cursor, idle } = following
  following.ahead = undefined
  if (ahead) return ahead
  // One that always says so may hold the chain back.
  const besides = idle.times >= MANY_IDLE ? idle : undefined
  const reading = await readChecked(following, cursor, besides)
  const isIdleAgain = reading.kind === 'idle' && reading.endpoint.name === idle.name
  const times = reading.kind !== 'idle' ? 0 : isIdleAgain ? idle.times + 1 : 1
  following.idle = { name: reading.endpoint.name, times }
  return reading
}

/** One reading; what is too deep to be looked at again later is read a second time at once. */
export async function readChecked(
  following: Following,
  joint: Joint | undefined,
  besides?: { name: string },
): Promise<Reading> {
  const { endpoints, signal } = following
  const { answer: reading } = await endpoints.ask(
    (endpoint) => readNext(following, joint, endpoint),
    { signal, besides },
  )
  if (reading.kind !== 'range') return reading
  const { range, endpoint } = reading
  if (isToldOnce(following, range.last.number, range.head)) range.isConfirmed = true
  else if (range.isDeep) await crossCheck(following, range, endpoint)
  return reading
}

/** Another endpoint's word, or the same where none answers. */
export async function readBesides(
  following: Following,
  joint: Joint | undefined,
  reading: Reading,
): Promise<Reading> {
  try {
    return await readChecked(following, joint, reading.endpoint)
  } catch (error) {
    if (error instanceof NoEndpoint) return reading
    throw error
  }
}
