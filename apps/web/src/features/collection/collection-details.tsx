import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import { AccountName } from '../../components/accounts/account-name.tsx'
import { Address } from '../../components/address.tsx'
import { ChainTag } from '../../components/chain-tag.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { CreatorAvatar, collectorHref } from '../../components/creator.tsx'
import { OwnMedals } from '../../components/own-medals.tsx'
import { SavedToggle } from '../../components/saved/saved-toggle.tsx'
import { useSession } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
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

/** Lines below the name of a collection: its creator, network and contract, and Save. */
export function Nameplate({ collection, network }: CollectionDetailsProps) {
  const { creator, owner, chain_id, contract_address, name } = collection
  const { user } = useSession()
  const isOwner = isSameAddress(owner, creator.address)
  return (
    <>
      <div className="by">
        <CreatorAvatar creator={creator} size={36} />
        <span className="who">
          <Link
            href={collectorHref(creator.address, creator.account_chain, 'created')}
            title={creator.address}
          >
            <AccountName {...creator} />
          </Link>
          {creator.name && (
            <OwnMedals
              address={creator.address}
              chain={creator.account_chain}
              size={20}
            />
          )}
          <span className="tiny muted">
            {creator.name ? `${shortAddress(creator.address)}, ` : ''}
            {isOwner ? 'creator and owner' : 'creator'}
          </span>
        </span>
        <SavedToggle
          subject={{
            ...{ kind: 'collection', chainId: chain_id },
            ...{ address: contract_address, name },
          }}
        />
      </div>
      <div className="nameplate-meta">
        <ChainTag alias={collection.chain_alias} />
        {kindLabels[collection.kind] && <Tag>{kindLabels[collection.kind]}</Tag>}
        <span className="contract">
          <span className="label">Contract&nbsp;</span>
          <Address
            address={collection.contract_address}
            noun="contract address"
            network={network}
          />
        </span>
        {user && isSameAddress(owner, user.address) && (
          <>
            <Link className="link" href={`${collectionHref(collection)}/edit`}>
              Edit page
            </Link>
            <Link className="link" href={`/studio/${collection.contract_id}`}>
              Open in Studio
            </Link>
          </>
        )}
      </div>
    </>
  )
}

/** Tag of collections that are not drops. */
const kindLabels: Partial<Record<Collection['kind'], string>> = {
  open_edition: 'Open edition',
  edition: 'Edition',
}
