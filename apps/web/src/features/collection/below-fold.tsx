import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Sections = lazyPart(async () => (await import('./sections/sections.tsx')).Sections)
const LivePage = lazyPart(async () => (await import('./live/live-page.tsx')).LivePage)

type BelowFoldProps = { collection: Collection; network: Network }

/**
 * Client-only lower part of the page: sections once they are wanted, and the live updates.
 */
export function BelowFold({ collection, network }: BelowFoldProps) {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const isHydrated = useHydrated()
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useWanted(place)
  return (
    <div className="lower" ref={place}>
      {isWanted && <Sections collection={collection} network={network} />}
      {isHydrated && <LivePage chain={chain} alias={alias} collection={collection} />}
    </div>
  )
}

/** Milliseconds after which the first view has finished its own requests. */
const LATEST_MS = 2500

/**
 * Returns whether an element came near the viewport, the URL points into it, the page is used by
 * keys, or the first view is over: headings and links must be there for those who do not scroll.
 */
function useWanted(place: React.RefObject<HTMLElement | null>): boolean {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const { current } = place
    if (!current) return
    const { hash, search } = location
    if (hash || /[?&]tab=/.test(search)) return setWanted(true)
    const want = () => setWanted(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) want()
      },
      { rootMargin: '1000px 0px' },
    )
    observer.observe(current)
    const timer = setTimeout(want, LATEST_MS)
    addEventListener('keydown', want, { once: true })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('keydown', want)
    }
  }, [place])
  return isWanted
}
