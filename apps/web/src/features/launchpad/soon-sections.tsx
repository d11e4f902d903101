import type { Card } from '@platemark/api/collections'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { CollectionCard } from '../../components/collection-card.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { CarouselButtons } from './carousel-buttons.tsx'
import { LaunchpadSection } from './launchpad-section.tsx'
import { endingQuery, pickEnding, startingQuery } from './soon-queries.ts'

/** Upcoming collections by their start, and live ones by their end; each hidden while empty. */
export function SoonSections() {
  return (
    <>
      <SoonSection
        title="Starting soon"
        text="Next to open"
        query={useQuery(startingQuery())}
        href="/collections?status=upcoming"
      />
      <SoonSection
        title="Ending soon"
        text="Last hours and days to mint"
        query={useQuery({ ...endingQuery(), select: pickEnding })}
        href="/collections?sort_by=ending_soon&status=live"
      />
    </>
  )
}

type SoonSectionProps = {
  title: string
  text: string
  query: UseQueryResult<{ data: Card[] }>
  href: string
}

function SoonSection({ title, text, query, href }: SoonSectionProps) {
  const carousel = useRef<HTMLDivElement>(null)
  const count = query.data?.data.length ?? 0
  if (count === 0 && !query.error) return null
  const noun = `collections ${title.toLowerCase()}`
  return (
    <LaunchpadSection
      title={title}
      text={text}
      query={query}
      empty={{ title: 'None at the moment', text: 'Check back later.' }}
      seeAll={{ href, noun }}
      actions={count > 1 && <CarouselButtons carousel={carousel} noun={noun} />}
      skeleton={null}
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
