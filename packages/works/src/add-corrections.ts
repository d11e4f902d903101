import type { Correction } from './work-types.ts'

/** Adds corrections to others, in place of those of the same text or value. */
export function addCorrections(
  corrections: readonly Correction[],
  added: readonly Correction[],
): Correction[] {
  const places = new Set(added.map(describePlace))
  const kept = corrections.filter((one) => !places.has(describePlace(one)))
  return [...kept, ...added]
}

/** Returns a text that two corrections share where the later takes the place of the other. */
function describePlace(correction: Correction): string {
  switch (correction.kind) {
    case 'use_text':
      return JSON.stringify([correction.kind, correction.source, correction.field])
    case 'use_value':
      return JSON.stringify([correction.kind, correction.source, correction.trait])
    default:
      return JSON.stringify(correction)
  }
}
