import { Address } from '../../../components/address.tsx'
import { collectionHref } from '../../../components/collection-href.ts'
import { kindNames } from '../../../components/kind-names.ts'
import { collectionPlateUrl, PlatePicture } from '../../../components/plate-picture.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { Link } from '../../../ui/link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { StudioIcon } from '../studio-icon.tsx'
import type { Own } from './own.ts'

/** Picture, name, state, network and contract of a collection, and its page. */
export function CollectionHead({ own }: { own: Own }) {
  const { collection, network } = own
  const { name, image, kind, state, contract_address } = collection
  return (
    <header className="own-head">
      <div className="mat">
        <PlatePicture
          picture={image}
          alt=""
          sizes="116px"
          fallback={collectionPlateUrl(collection)}
        />
      </div>
      <div>
        <h1>{name}</h1>
        <div className="own-facts">
          {collection.own?.block ? (
            <Tag kind="warn">Blocked</Tag>
          ) : (
            <StatusBadge state={state} />
          )}
          {collection.hidden && <Tag>Hidden</Tag>}
          <span>
            {kindNames[kind]} on {network.name}
          </span>
          <Address address={contract_address} noun="contract address" network={network} />
        </div>
      </div>
      <div className="own-links">
        <Link className="button quiet" href={collectionHref(collection)}>
          <StudioIcon name="reveal" />
          View page
        </Link>
        <Link className="button quiet" href={`${collectionHref(collection)}/edit`}>
          <StudioIcon name="pencil" />
          Edit page
        </Link>
      </div>
    </header>
  )
}
