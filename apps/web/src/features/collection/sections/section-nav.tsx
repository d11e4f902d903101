import { collectionTerms } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { isOffered, openPhase } from '@platemark/rules/collection-state'
import { formatPrice, priceTerms } from '@platemark/rules/price'
import { useEffect, useState } from 'react'
import { useNow } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { showMintPanel } from '../../mint/show-mint-panel.ts'
import { type SectionSearch, type SectionTab, sectionHref } from './section-search.ts'

const entries: { id: SectionTab; label: string }[] = [
  { id: 'items', label: 'Items' },
  { id: 'holders', label: 'Holders' },
  { id: 'activity', label: 'Activity' },
  { id: 'changes', label: 'Change log' },
]

type SectionNavProps = {
  collection: Collection
  network: Network
  search: Record<string, string>
  place: SectionSearch
}

/** Sticky navigation of the lower page, with the price and a link to the mint panel. */
export function SectionNav({ collection, network, search, place }: SectionNavProps) {
  const { tab } = place
  const seen = useSeen(tab === undefined)
  return (
    <div className="sec-nav">
      <nav aria-label="On this page">
        {tab === undefined ? (
          [...entries, { id: 'share', label: 'Share' }].map(({ id, label }) => (
            <a key={id} href={`#${id}`} aria-current={id === seen ? 'true' : undefined}>
              {label}
            </a>
          ))
        ) : (
          <>
            {entries.map(({ id, label }) => (
              <Link
                key={id}
                href={sectionHref(collection, search, { tab: id })}
                scroll={false}
                aria-current={id === tab ? 'page' : undefined}
              >
                {label}
              </Link>
            ))}
            <Link href={`${sectionHref(collection, search, {})}#${tab}`} scroll={false}>
              Overview
            </Link>
          </>
        )}
      </nav>
      <Quick collection={collection} network={network} />
    </div>
  )
}

/** Live phase with its price, linked to the mint panel. */
function Quick({ collection, network }: { collection: Collection; network: Network }) {
  const clock = useNow(60_000)
  const terms = collectionTerms(collection)
  if (clock === undefined || !isOffered(terms)) return null
  const phase = openPhase(terms.phases, Math.floor(clock / 1000))
  if (!phase) return null
  const price = formatPrice(
    priceTerms(phase, BigInt(collection.mint_fee_wei)),
    network.native_currency,
  )
  return (
    <div className="quick">
      <span>
        <bdi>{phase.title}</bdi>, <b>{price}</b>
      </span>
      <Button onClick={showMintPanel}>Mint</Button>
    </div>
  )
}

/** Returns the section at the top of the viewport. */
function useSeen(isActive: boolean): string | undefined {
  const [seen, setSeen] = useState<string>()
  useEffect(() => {
    if (!isActive) return
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) visible.add(target.id)
          else visible.delete(target.id)
        }
        const ids = [...entries.map(({ id }) => id), 'share']
        setSeen(ids.find((id) => visible.has(id)))
      },
      { rootMargin: '-72px 0px -60% 0px' },
    )
    for (const id of [...entries.map(({ id }) => id), 'share']) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [isActive])
  return seen
}
