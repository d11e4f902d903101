import './art.css'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ComputedArt } from './computed-art.tsx'
import { ContractArt } from './contract-art.tsx'
import { artQuery, contractArtQuery } from './queries.ts'

type ArtPanelProps = { collection: Collection; network: Network }

/** Where metadata and pictures are kept, whether that can change, and how to keep a copy. */
export function ArtPanel({ collection, network }: ArtPanelProps) {
  const contract = useQuery(contractArtQuery(collection, network))
  const files = useQuery(artQuery(collection))
  const contractError = useLastError(contract)
  const filesError = useLastError(files)
  const { data: overview } = contract
  const art = files.data?.data
  // Shown together, as what arrives first would be moved by the other.
  const isWaiting = !((overview || contractError) && (art || filesError))
  return (
    <section className="card art-panel" id="art" aria-labelledby="art-title">
      <h2 id="art-title" tabIndex={-1}>
        Where the art is stored
      </h2>
      {isWaiting ? (
        <Wait />
      ) : (
        <>
          {overview
            ? art && <ContractArt overview={overview} art={art} />
            : contractError && (
                <Failure
                  level="h3"
                  title={`${network.name} does not answer`}
                  text="The contract could not be read. The files below are the ones on this site."
                  error={contractError}
                  isBusy={contract.isFetching}
                  onRetry={() => void contract.refetch()}
                />
              )}
          {art ? (
            <ComputedArt collection={collection} overview={overview} art={art} />
          ) : (
            filesError && (
              <Failure
                level="h3"
                title="The files did not load"
                text="The list of files could not be loaded. Items and minting are not affected."
                error={filesError}
                isBusy={files.isFetching}
                onRetry={() => void files.refetch()}
              />
            )
          )}
        </>
      )}
    </section>
  )
}

function Wait() {
  return (
    <div className="late" aria-busy="true">
      <Skeleton width="100%" height={148} />
    </div>
  )
}
