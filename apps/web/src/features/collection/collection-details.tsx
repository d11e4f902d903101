import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { About } from './about.tsx'
import { BelowFold } from './below-fold.tsx'
import { CommitmentList } from './commitment-list.tsx'
import { Facts } from './facts.tsx'
import { PhaseList } from './phase-list.tsx'

type CollectionDetailsProps = { collection: Collection; network: Network }

/** What follows art and mint panel: numbers, schedule, words, promises, and the lists. */
export function CollectionDetails({ collection, network }: CollectionDetailsProps) {
  return (
    <>
      <div className="rest">
        <Facts collection={collection} />
        <PhaseList collection={collection} network={network} />
        <About collection={collection} />
      </div>
      <CommitmentList collection={collection} network={network} />
      <BelowFold collection={collection} network={network} />
    </>
  )
}
