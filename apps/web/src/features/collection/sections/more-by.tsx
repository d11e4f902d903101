import type { Collection } from '@platemark/api/collections'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useShownName } from '../../../components/accounts/use-account-name.ts'
import { CollectionCard } from '../../../components/collection-card.tsx'
import { collectionHref } from '../../../components/collection-href.ts'
import { CollectionSkeletons } from '../../../components/collection-skeletons.tsx'
import { collectorHref } from '../../../components/creator.tsx'
import { Link } from '../../../ui/link.tsx'
import { CollectionSection, QueryContent } from './collection-section.tsx'
import { createdByQuery } from './queries.ts'

const fewCards = 4

const room = (
  <div className="grid">
    <CollectionSkeletons count={fewCards} />
  </div>
)

/** Other collections by the same creator; renders nothing when there are none. */
export function MoreBy({ collection }: { collection: Collection }) {
  // Prefetched before the section is near, so that an empty one is removed unseen.
  const query = useQuery(createdByQuery(collection.creator))
  const others = query.data?.data.filter(
    (card) => collectionHref(card) !== collectionHref(collection),
  )
  if (others?.length === 0) return null
  return (
    <Frame collection={collection}>
      <QueryContent noun="Other collections" query={query} skeleton={room}>
        {() => (
          <div className="grid">
            {others?.slice(0, fewCards).map((card) => (
              <CollectionCard key={collectionHref(card)} card={card} />
            ))}
          </div>
        )}
      </QueryContent>
    </Frame>
  )
}

type FrameProps = { collection: Collection; children: ReactNode }

function Frame({ collection: { creator }, children }: FrameProps) {
  const name = useShownName(creator)
  return (
    <CollectionSection
      id="more"
      title={`More by ${name}`}
      tools={
        <Link
          className="text-link"
          href={collectorHref(creator.address, creator.account_chain, 'created')}
        >
          See all<span className="hide"> of {name}</span>
        </Link>
      }
    >
      {children}
    </CollectionSection>
  )
}
