import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { About } from './about.tsx'
import { BelowFold } from './below-fold.tsx'
import { CommitmentList } from './commitment-list.tsx'
import { Facts } from './facts.tsx'
import { PhaseList } from './phase-list.tsx'

type CollectionDetailsProps = { collection: Collection; network: Network }

/**
 * Details after art and mint panel: facts, phases, description, commitments and sections.
 */
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
