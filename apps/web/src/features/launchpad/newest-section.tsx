import { useQuery } from '@tanstack/react-query'
import { CollectionCard } from '../../components/collection-card.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { CollectionSkeletons } from '../../components/collection-skeletons.tsx'
import { LaunchpadSection } from './launchpad-section.tsx'
import { newestQuery } from './queries.ts'

export function NewestSection() {
  return (
    <LaunchpadSection
      title="Newest"
      text="Just deployed"
      query={useQuery(newestQuery())}
      empty={{
        title: 'Nothing new yet',
        text: 'New collections appear here as soon as they are deployed.',
      }}
      seeAll={{
        href: '/collections?sort_by=newest&time_interval=all',
        noun: 'new collections',
      }}
      skeleton={
        <div className="grid">
          <CollectionSkeletons count={8} />
        </div>
      }
    >
      {(cards) => (
        <div className="grid">
          {cards.slice(0, 8).map((card) => (
            <CollectionCard key={collectionHref(card)} card={card} />
          ))}
        </div>
      )}
    </LaunchpadSection>
  )
}
