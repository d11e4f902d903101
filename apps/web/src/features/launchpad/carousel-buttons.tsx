import { type RefObject, useEffect, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** Buttons that page through a row of cards; phones swipe instead. */
export function CarouselButtons({
  carousel,
  noun,
}: {
  carousel: RefObject<HTMLElement | null>
  noun: string
}) {
  // Same as SSR: at the start, with more to come.
  const [{ isStart, isEnd }, setPlace] = useState({ isStart: true, isEnd: false })

  useEffect(() => {
    const row = carousel.current
    if (!row) return
    const look = () =>
      setPlace({
        isStart: row.scrollLeft < 8,
        isEnd: row.scrollLeft + row.clientWidth > row.scrollWidth - 8,
      })
    look()
    row.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(row)
    return () => {
      row.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [carousel])

  const turn = (pages: number) => {
    const row = carousel.current
    row?.scrollBy({ left: pages * row.clientWidth })
  }
  return (
    <>
      <button
        type="button"
        className="button quiet square turn"
        aria-label={`Previous ${noun}`}
        disabled={isStart}
        onClick={() => turn(-1)}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        className="button quiet square turn"
        aria-label={`Next ${noun}`}
        disabled={isEnd}
        onClick={() => turn(1)}
      >
        <Icon name="right" />
      </button>
    </>
  )
}
