import type { CollectionArt } from '@platemark/api/art'
import type { Collection } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { zeroHash } from 'viem'
import { Identifier } from '../../../components/archive/identifier.tsx'
import { WholeHashes } from '../../../components/whole-hashes.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { locateBase } from './locate-base.ts'
import { type ContractOverview, computedArtQuery } from './queries.ts'

type ComputedArtProps = {
  collection: Collection
  /** Undefined: the chain was not read. */
  overview: ContractOverview | undefined
  art: CollectionArt
}

/** Addresses computed from the files that this site has, compared with the contract. */
export function ComputedArt({ collection, overview, art: known }: ComputedArtProps) {
  // Only when asked for: the server reads every file.
  const [isWanted, setWanted] = useState(false)
  const computed = useQuery({ ...computedArtQuery(collection), enabled: isWanted })
  if (known.art === 'drawn' || known.state !== 'shown') return null
  const art = computed.data?.data ?? known
  const { error, isFetching } = computed
  const isBusy = !error && (art.computing !== null || isFetching)
  const compute = () => (isWanted ? void computed.refetch() : setWanted(true))
  return (
    <>
      {error && (
        <p className="small danger-text" role="alert">
          {error instanceof Problem
            ? error.message
            : 'This site did not answer. Try again in a moment.'}
        </p>
      )}
      {art.root !== null && <Addresses overview={overview} art={art} />}
      {isBusy && (
        <p className="row small" role="status">
          <Spinner />
          {art.computing && art.art === 'set'
            ? `${formatCount(art.computing.read_works)} of ${formatCount(art.works)} works read`
            : 'Reading the files'}
        </p>
      )}
      {!isBusy && art.root === null && (
        <>
          {isWanted && !error && (
            <p className="small" role="status">
              An image is missing, so there is no address yet.
            </p>
          )}
          <div className="row wrap">
            <Button look="quiet" onClick={compute}>
              {isWanted ? 'Try again' : 'Compute the IPFS address'}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

type AddressesProps = Omit<ComputedArtProps, 'collection'>

function Addresses({ overview, art }: AddressesProps) {
  const { root, manifest_hash, car, is_car_withheld } = art
  return (
    <dl className="small">
      <div>
        <dt>Root on IPFS</dt>
        <dd>
          {root !== null && <Identifier text={root} label="Copy the root address" />}
          <p className="muted">
            Computed here from the files. {overview && compareRoot(overview, art)}
          </p>
        </dd>
      </div>
      {manifest_hash !== null && overview && overview.manifestHash !== zeroHash && (
        <div>
          <dt>Hash of the works</dt>
          <dd>
            <p>
              <WholeHashes
                text={
                  manifest_hash === overview.manifestHash
                    ? `${shortAddress(manifest_hash)}, the same as in the contract.`
                    : `${shortAddress(manifest_hash)} here, ${shortAddress(overview.manifestHash)} in the contract, so these are not the works of the contract.`
                }
              />
            </p>
          </dd>
        </div>
      )}
      <div>
        <dt>All files</dt>
        <dd>
          {car ? (
            <a
              className="button quiet small"
              href={car.download_url}
              download={car.file_name}
            >
              Download the CAR file, {formatBytes(car.size)}
            </a>
          ) : (
            is_car_withheld && (
              <p>
                Available as one file once all items are minted. It contains works that
                are not minted yet.
              </p>
            )
          )}
        </dd>
      </div>
    </dl>
  )
}

/** Returns how the computed root relates to the one that the contract names. */
function compareRoot({ baseUri }: ContractOverview, art: CollectionArt): string {
  const place = locateBase(baseUri, art.site_base_uri)
  if (place.kind !== 'ipfs')
    return 'Pinned on IPFS with any service, the files get this address.'
  return place.cid === art.root
    ? 'The contract has the same address.'
    : 'The contract has another address, because files or texts here were changed since.'
}
