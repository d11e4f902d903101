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
 * Client-only lower part of the page: sections once they come near, and the live updates.
 */
export function BelowFold({ collection, network }: BelowFoldProps) {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const isHydrated = useHydrated()
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  return (
    <div className="lower" ref={place}>
      {isNear && <Sections collection={collection} network={network} />}
      {isHydrated && <LivePage chain={chain} alias={alias} collection={collection} />}
    </div>
  )
}

/** Returns whether an element came near the viewport, or the URL points into it. */
function useNear(place: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = place
    if (!current) return
    const { hash, search } = location
    if (hash || /[?&]tab=/.test(search)) return setNear(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: '1000px 0px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [place])
  return isNear
}
