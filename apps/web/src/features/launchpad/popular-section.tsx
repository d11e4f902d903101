import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { CollectionCard } from '../../components/collection-card.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { CollectionSkeletons } from '../../components/collection-skeletons.tsx'
import { CarouselButtons } from './carousel-buttons.tsx'
import { LaunchpadSection } from './launchpad-section.tsx'
import { popularQuery } from './queries.ts'

export function PopularSection() {
  const carousel = useRef<HTMLDivElement>(null)
  const query = useQuery(popularQuery())
  return (
    <LaunchpadSection
      title="Popular"
      text="Most collectors, all time"
      query={query}
      empty={{
        title: 'No mints yet',
        text: 'The collections with the most collectors appear here.',
      }}
      seeAll={{
        href: '/collections?sort_by=popular&time_interval=all',
        noun: 'popular collections',
      }}
      actions={
        (query.data?.data.length ?? 0) > 1 && (
          <CarouselButtons carousel={carousel} noun="popular collections" />
        )
      }
      skeleton={
        <div className="reel">
          <CollectionSkeletons count={4} />
        </div>
      }
    >
      {(cards) => (
        <div className="reel" ref={carousel}>
          {cards.map((card) => (
            <CollectionCard key={collectionHref(card)} card={card} />
          ))}
        </div>
      )}
    </LaunchpadSection>
  )
}
