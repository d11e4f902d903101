import { useQuery } from '@tanstack/react-query'
import { CollectionCard, collectionHref } from '../../components/collection-card.tsx'
import { CollectionSkeletons } from '../../components/collection-skeletons.tsx'
import { newest } from './queries.ts'
import { Section } from './section.tsx'

export function NewestSection() {
  return (
    <Section
      title="Newest"
      text="Just deployed"
      query={useQuery(newest())}
      empty={{
        title: 'Nothing new yet',
        text: 'A collection stands here as soon as it is deployed.',
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
    </Section>
  )
}
