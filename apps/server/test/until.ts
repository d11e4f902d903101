import { setTimeout as sleep } from 'node:timers/promises'

type Condition = () => boolean | Promise<boolean>

/** Waits until a condition is true. Throws after `ms`; `what` was expected, in words. */
export async function until(
  isTrue: Condition,
  what = 'the condition becomes true',
  ms = 60_000,
): Promise<void> {
  if (!(await within(ms, isTrue)))
    throw new Error(`Timeout: got false, expected that ${what}`)
}

/** Returns whether a condition becomes true within `ms`; it is asked for every 20 ms. */
export async function within(ms: number, isTrue: Condition): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(20)) {
    if (await isTrue()) return true
  }
  return false
}
