import type { CollectionArt } from '@platemark/api/art'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { openTerms, promises } from '@platemark/rules/promises'
import type { ReactNode } from 'react'
import { zeroHash } from 'viem'
import { Identifier } from '../../../components/archive/identifier.tsx'
import { WholeHashes } from '../../../components/whole-hashes.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { type BasePlace, locateBase } from './locate-base.ts'
import type { ContractOverview } from './queries.ts'

type ContractArtProps = { overview: ContractOverview; art: CollectionArt }

/** Places of metadata and pictures by the base URI of the contract, and what fixes them. */
export function ContractArt({ overview, art }: ContractArtProps) {
  const { baseUri } = overview
  const place = locateBase(baseUri, art.site_base_uri)
  return (
    <dl className="small">
      <div>
        <dt>Metadata</dt>
        <dd>
          <p>
            {placeNames[place.kind]}
            {place.kind === 'elsewhere' && ` ${place.host}`}
            {place.kind === 'ipfs' && (
              <>
                .{' '}
                <ExternalLink className="link" href={place.gatewayUrl}>
                  Open through a gateway
                </ExternalLink>
              </>
            )}
          </p>
          {baseUri && place.kind !== 'contract' && (
            <Identifier text={baseUri} label="Copy the address of the metadata" />
          )}
        </dd>
      </div>
      <div>
        <dt>Pictures</dt>
        <dd>
          <p>{describePictures(place, art)}</p>
        </dd>
      </div>
      <div>
        <dt>Fixed</dt>
        <dd>
          <p>
            <WholeHashes text={describeFixed(overview)} />
          </p>
        </dd>
      </div>
    </dl>
  )
}

const placeNames: Record<BasePlace['kind'], string> = {
  ipfs: 'On IPFS: anyone can keep a copy, and the address changes with the content',
  site: 'On this site',
  contract: 'In the contract itself',
  elsewhere: 'On another server:',
  none: 'The contract has no address',
}

/** Returns where the pictures are, in a sentence. */
function describePictures(place: BasePlace, art: CollectionArt): ReactNode {
  if (art.state === 'hidden')
    return 'Hidden until the reveal. Until then every item shows the picture of the collection.'
  if (art.state === 'absent')
    return 'Revealed, but this site does not have the works. The metadata says where they are.'
  if (place.kind === 'ipfs') return 'On IPFS, beside the metadata.'
  if (place.kind !== 'site') return 'Where the metadata points.'
  if (art.art === 'drawn')
    return 'This site draws one picture from the contract’s address. There is no file.'
  const host = new URL(art.site_files_url).host
  return art.art === 'one'
    ? `On this site, at ${host}. All items share one file.`
    : `On this site, at ${host}: ${formatCount(art.works)} works, each named by the hash of its bytes.`
}

/** Returns what of it the contract excludes to change. */
function describeFixed(overview: ContractOverview): string {
  const { isMetadataFrozen, isRevealed, manifestHash, provenanceHash } = overview
  const hash = manifestHash === zeroHash ? null : shortAddress(manifestHash)
  if (isMetadataFrozen)
    return hash === null ? promises.metadataAtAddress() : promises.metadataByHash(hash)
  if (!isRevealed) return promises.orderFixed(shortAddress(provenanceHash))
  return hash === null ? openTerms.metadata() : promises.metadataRevealed(hash)
}
