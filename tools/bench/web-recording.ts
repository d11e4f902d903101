/** How often a visit is recorded before it counts as one that cannot be. */
const TRIES = 3

/** Lighthouse's codes for a recording that lacks what it is read by; they say nothing of the page. */
const codes: unknown[] = [
  'NO_TRACING_STARTED',
  'NO_NAVSTART',
  'NO_RESOURCE_REQUEST',
  'NO_DCL',
]

/** A visit of which the browser's recording lacked a part. */
export class NotRecorded extends Error {}

/** What to throw for an error that Lighthouse tells of a visit. */
export function visitError(
  url: string,
  { code, message }: { code: string; message: string },
): Error {
  return new (codes.includes(code) ? NotRecorded : Error)(`${url}: ${code}, ${message}`)
}

/** Visits again, aloud and at most three times in all, where a visit was not recorded. */
export async function untilRecorded<Result>(
  visit: () => Promise<Result>,
  say: (line: string) => void = console.log,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await visit()
    } catch (error) {
      if (!(error instanceof NotRecorded) || tried === TRIES) throw error
      say(`  not recorded, and measured again: ${error.message}`)
    }
  }
}
