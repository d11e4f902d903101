import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { About } from './about.tsx'
import { CommitmentList } from './commitment-list.tsx'
import { Facts } from './facts.tsx'
import { LowerPage } from './lower-page.tsx'
import { PhaseList } from './phase-list.tsx'

type CollectionRestProps = { collection: Collection; network: Network }

/** What follows art and mint panel: numbers, schedule, words, promises, and the lists. */
export function CollectionRest({ collection, network }: CollectionRestProps) {
  return (
    <>
      <div className="rest">
        <Facts collection={collection} />
        <PhaseList collection={collection} network={network} />
        <About collection={collection} />
      </div>
      <CommitmentList collection={collection} network={network} />
      <LowerPage collection={collection} network={network} />
    </>
  )
}
