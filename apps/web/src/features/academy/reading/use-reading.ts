import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepArticle } from '../../../components/academy-progress/kept-store.ts'
import { findCurrent, isArticleRead, measureScroll } from './reading-state.ts'

type ReadArticle = { alias: string; reading_minutes: number }
type ReadSection = { id: string; text: string }

type ReadingParts = {
  /** The text of the article. */
  text: RefObject<HTMLElement | null>
  /** Gets the part that is read as the custom property `--read`, 0 to 1. */
  bar: RefObject<HTMLElement | null>
  sections: readonly ReadSection[]
}

/** Time between two measurements of the place for the next visit, in ms. */
const KEEP_EVERY_MS = 1000

/**
 * Follows a reader through an article: moves the bar, keeps the place and the state in this browser,
 * and returns the index of the current section.
 */
export function useReading(article: ReadArticle, parts: ReadingParts): number {
  const [current, setCurrent] = useState(0)
  const latest = useRef({ article, parts })
  latest.current = { article, parts }
  useEffect(() => {
    const { alias } = latest.current.article
    const place = { scroll: 0, section: 0, hasSeenEnd: false, seconds: 0, isMoved: false }
    const measure = () => {
      const { text, bar, sections } = latest.current.parts
      if (!text.current) return
      place.scroll = measureScroll(text.current.getBoundingClientRect(), innerHeight)
      place.section = findCurrent(sections.map(topOf), innerHeight)
      const lastHeading = sections.at(-2)
      place.hasSeenEnd ||= lastHeading !== undefined && topOf(lastHeading) < innerHeight
      bar.current?.style.setProperty('--read', place.scroll.toFixed(3))
      setCurrent(place.section)
    }
    const onScroll = () => {
      place.isMoved = true
      measure()
    }
    const keep = () => {
      if (document.hidden) return
      place.seconds += KEEP_EVERY_MS / 1000
      const { reading_minutes } = latest.current.article
      const isRead = isArticleRead({ ...place, readingMinutes: reading_minutes })
      keepPlace(alias, latest.current.parts.sections, place, isRead)
    }
    keepArticle(alias, (before) => ({ ...(before ?? unopened), at: Date.now() }))
    measure()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', measure)
    const timer = setInterval(keep, KEEP_EVERY_MS)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', measure)
      clearInterval(timer)
    }
  }, [])
  return current
}

function topOf({ id }: ReadSection): number {
  const top = document.getElementById(id)?.getBoundingClientRect().top
  return top ?? Number.POSITIVE_INFINITY
}

const unopened = { state: 'started', scroll: 0, at: 0 } as const

type Place = { scroll: number; section: number; isMoved: boolean }

/** Stores a place that was scrolled to, and a text that came to count as read. */
function keepPlace(
  alias: string,
  sections: readonly ReadSection[],
  { scroll, section, isMoved }: Place,
  isRead: boolean,
) {
  keepArticle(alias, (before) => {
    const state = isRead || before?.state === 'read' ? 'read' : 'started'
    // Opening the page once more does not lose the place of the visit before.
    if (!isMoved) return { ...(before ?? unopened), state }
    const { id, text } = sections[section] ?? {}
    const at = before?.at ?? Date.now()
    return { state, scroll, at, ...(id && text && { heading: { id, text } }) }
  })
}
