import { mapSlices, type Slices, sortSlices } from '@platemark/rules/slices'

/** A value that is probably a mistake for a frequent one. */
export type Typo = { usual: string; count: number }

/** A rare value occurs at most this often, a frequent one at least so often. */
const MAX_RARE = 2
const MIN_FREQUENT = 5

/** Shorter values differ by one letter without being mistakes: Red and Bed. */
const MIN_LENGTH = 5
const MIN_LENGTH_OF_TWO = 9

/** Above this share of the works, rare values are normal for the trait. */
const MAX_RARE_SHARE = 0.2

/**
 * Finds values of one trait that are written otherwise than a frequent value: by letter case,
 * spaces or Unicode form at any count; by one letter, or two of longer values, where they
 * occur once or twice. Values that differ in digits never count: Level 1 and Level 2.
 */
export function* findTypos(
  counts: ReadonlyMap<string, number>,
): Slices<Map<string, Typo>> {
  const typos = new Map<string, Typo>()
  const sorted = yield* sortSlices(
    [...counts],
    ([one, count], [other, otherCount]) =>
      otherCount - count || (one < other ? -1 : one > other ? 1 : 0),
  )
  const seen = new Map<string, [value: string, count: number]>()
  yield* mapSlices(sorted, ([value, count]) => {
    const folded = foldValue(value)
    const usual = seen.get(folded)
    if (usual) typos.set(value, { usual: usual[0], count: usual[1] })
    else seen.set(folded, [value, count])
  })
  const rare = sorted.filter(([, count]) => count <= MAX_RARE)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  if (rare.length > Math.max(3, MAX_RARE_SHARE * total)) return typos
  const frequent = sorted
    .filter(([, count]) => count >= MIN_FREQUENT)
    .map(([usual, count]) => ({ usual, count, form: toForm(usual) }))
  for (const [value] of rare) {
    if (typos.has(value) || value.length < MIN_LENGTH) continue
    const form = toForm(value)
    const found = findNearest(form, frequent)
    if (found) typos.set(value, { usual: found.usual, count: found.count })
    yield undefined
  }
  return typos
}

/** A value as it is compared for misspellings, and its digits. */
type Form = { text: string; digits: string }

/** Returns the most similar of the values that `rare` may be a mistake for, the first of equals. */
function findNearest<Value extends { form: Form }>(
  rare: Form,
  values: readonly Value[],
): Value | undefined {
  let found: Value | undefined
  let least = Number.POSITIVE_INFINITY
  for (const value of values) {
    const distance = misspeltBy(rare, value.form)
    if (distance >= least) continue
    found = value
    least = distance
  }
  return found
}

function toForm(value: string): Form {
  const text = foldValue(value)
  return { text, digits: text.replaceAll(/\D/g, '') }
}

/** Returns a text as it is compared: one letter case, one Unicode form, single spaces. */
export function foldValue(value: string): string {
  return value
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

/** Returns by how many letters a value is misspelt; infinity where it is another value. */
function misspeltBy(rare: Form, usual: Form): number {
  const [one, other] = [rare.text, usual.text]
  const most = Math.min(one.length, other.length) >= MIN_LENGTH_OF_TWO ? 2 : 1
  const isOther =
    rare.digits !== usual.digits || Math.abs(one.length - other.length) > most
  const distance = isOther ? Number.POSITIVE_INFINITY : editDistance(one, other)
  return distance <= most ? distance : Number.POSITIVE_INFINITY
}

/** Counts inserted, deleted, replaced and swapped neighbouring letters (optimal alignment). */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      let least = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      if (isSwapped && row > 1 && at > 1) {
        least = Math.min(least, (beforeLast[at - 2] ?? 0) + 1)
      }
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
