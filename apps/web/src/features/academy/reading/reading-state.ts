/** Part of the reading time after which an article with a seen end counts as read. */
const MIN_TIME_SHARE = 0.4

type ReadingSigns = {
  hasSeenEnd: boolean
  /** Seconds for which the page was visible. */
  seconds: number
  readingMinutes: number
}

/** Returns whether an article counts as read: end seen, and enough time spent with it. */
export function isArticleRead({ hasSeenEnd, seconds, readingMinutes }: ReadingSigns) {
  return hasSeenEnd && seconds >= readingMinutes * 60 * MIN_TIME_SHARE
}

type Extent = { top: number; height: number }

/**
 * Returns the part of a text above the reader's place, 0 to 1. `top` is that of the text within
 * the window; the reader's place is at 60 % of the window's height. All in pixels.
 */
export function measureScroll({ top, height }: Extent, windowHeight: number): number {
  if (height <= 0) return 0
  return Math.min(1, Math.max(0, (windowHeight * 0.6 - top) / height))
}

/** Returns the index of the current heading: the last above 35 % of the window, or the first. */
export function findCurrent(tops: readonly number[], windowHeight: number): number {
  const line = windowHeight * 0.35
  return Math.max(
    0,
    tops.findLastIndex((top) => top < line),
  )
}

/** Returns the whole minutes left of an article, at least 1. */
export function minutesLeft(readingMinutes: number, scroll: number): number {
  return Math.max(1, Math.ceil(readingMinutes * (1 - scroll)))
}
