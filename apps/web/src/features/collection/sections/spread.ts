import type { HolderGroup } from '@platemark/api/collection-reads'
import { formatCount } from '@platemark/rules/amounts'

export type SpreadRange = { title: string; holders: number; quantity: number }

/** Largest quantity up to which the axis is linear; beyond it is logarithmic. */
const MAX_LINEAR = 16
/** Least distance of two numbers of the axis, as a part of its height. */
const MIN_DISTANCE = 0.09

/** Returns the number of holders of all groups. */
export function countHolders(groups: readonly HolderGroup[]): number {
  return groups.reduce((sum, { holders }) => sum + holders, 0)
}

/** Returns the height of a quantity, from 0 to 1, in a plot up to `most`. */
export function heightAt(quantity: number, most: number): number {
  if (most <= MAX_LINEAR) return quantity / most
  return Math.log1p(quantity) / Math.log1p(most)
}

/** Returns the numbers of the axis, ascending; those too close to a larger one are left out. */
export function axisNumbers(most: number): number[] {
  const base = most <= MAX_LINEAR ? 2 : 10
  const numbers: number[] = []
  for (let number = 1; number < most; number *= base) numbers.push(number)
  let above = 1
  return [
    ...numbers
      .toReversed()
      .filter((number) => {
        const height = heightAt(number, most)
        if (above - height < MIN_DISTANCE) return false
        above = height
        return true
      })
      .toReversed(),
    most,
  ]
}

const short = new Intl.NumberFormat('en', {
  ...{ notation: 'compact', maximumSignificantDigits: 3 },
})

/** Returns a count as the axis has room for it: `9,999`, `12.3K`, `1B`. */
export function shortenCount(count: number): string {
  return count < 10_000 ? formatCount(count) : short.format(count)
}

/** Most holders that have a bar of their own. */
const MAX_BARS = 200

/**
 * Returns the path of the plot in a square of 100: a bar for each holder, or one area where there
 * are more than bars have room.
 */
export function plotPath(groups: readonly HolderGroup[]): string {
  const total = countHolders(groups)
  const most = groups[0]?.to ?? 1
  const step = 100 / total
  const bar = total > MAX_BARS ? 1 : 0.6
  let path = ''
  let before = 0
  for (const { to, holders } of groups) {
    const top = round(100 - 100 * heightAt(to, most))
    const bars = total > MAX_BARS ? 1 : holders
    const width = (step * holders) / bars
    for (let place = 0; place < bars; place += 1) {
      const left = before * step + width * (place + (1 - bar) / 2)
      // A single holder among thousands is still seen.
      const shown = Math.max(width * bar, 0.3)
      path += `M${round(left)} 100V${top}h${round(shown)}V100z`
    }
    before += holders
  }
  return path
}

/** Returns the place of a holder of `quantity`, from 0 to 100: the middle of its group. */
export function placeAt(groups: readonly HolderGroup[], quantity: number): number {
  const larger = groups.filter(({ from }) => from > quantity)
  const own = groups.find(({ from, to }) => from <= quantity && quantity <= to)
  const before = countHolders(larger) + (own ? own.holders / 2 : 0)
  return (100 * before) / countHolders(groups)
}

function round(number: number): number {
  return Math.round(number * 100) / 100
}

/** Returns the lower bounds of at most four ranges of quantities up to `most`. */
function lowerBounds(most: number): number[] {
  const digits = String(most).length
  if (digits === 1) return [1, 2, 3, 5]
  if (digits === 2) return [1, 2, 3, 10]
  if (digits === 3) return [1, 2, 10, 100]
  return [1, 10 ** (digits - 3), 10 ** (digits - 2), 10 ** (digits - 1)]
}

/** Joins groups to at most four ranges, the largest quantities first. */
export function listRanges(groups: readonly HolderGroup[]): SpreadRange[] {
  const bounds = lowerBounds(groups[0]?.to ?? 1)
  return bounds
    .flatMap((bound, place) => {
      const next = bounds[place + 1] ?? Number.POSITIVE_INFINITY
      const own = groups.filter(({ from }) => from >= bound && from < next)
      if (own.length === 0) return []
      return {
        title: rangeTitle(own, next),
        holders: countHolders(own),
        quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
      }
    })
    .toReversed()
}

function rangeTitle(groups: readonly HolderGroup[], next: number): string {
  const most = groups[0]?.to ?? 0
  const least = groups.at(-1)?.from ?? 0
  const [from, to] = [formatCount(least), formatCount(most)]
  if (least === most) return `Hold ${from}`
  if (next === Number.POSITIVE_INFINITY) return `Hold ${from} or more`
  return most === least + 1 ? `Hold ${from} or ${to}` : `Hold ${from} to ${to}`
}

/** Describes the plot in one sentence. */
export function plotSentence(groups: readonly HolderGroup[]): string {
  const ranges = listRanges(groups).map(
    ({ title, holders }) => `${formatCount(holders)} ${title.toLowerCase()}`,
  )
  const most = formatCount(groups[0]?.to ?? 0)
  return `${formatCount(countHolders(groups))} holders, the most with ${most}: ${ranges.join(', ')}.`
}
