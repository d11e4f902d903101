import { toSeconds } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import { formatCount } from '@platemark/rules/amounts'
import { formatMoment } from '@platemark/rules/times'
import { Address } from '../../components/address.tsx'
import { useAppConfig, useNetwork } from '../../components/app-config.ts'
import { ChainTag } from '../../components/chain-tag.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { collectionPlateUrl, PlatePicture } from '../../components/plate-picture.tsx'
import { now } from '../../lib/clock.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Drawing, Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'

type Props = { collection: Collection }

/** Owner's view of a blocked collection: the reason, and what still works. */
export function OwnBlocked({ collection }: Props) {
  const { operator_name } = useAppConfig()
  return (
    <>
      <PageTitle>{collection.name}</PageTitle>
      <Notice kind="warning" title="Only you can see this page.">
        {operator_name ? `${operator_name} has` : 'The operator of this site has'} blocked
        the collection on this site. Visitors only see that it is blocked.
      </Notice>
      <div className="own-blocked">
        <div>
          <div className="with-art">
            <div className="mat">
              <PlatePicture
                picture={collection.image}
                alt={`${collection.name}, the collection’s picture`}
                sizes="156px"
                fallback={collectionPlateUrl(collection)}
              />
            </div>
            <div className="nameplate">
              <h1>{collection.name}</h1>
              <p className="row">
                <ChainTag alias={collection.chain_alias} />
                <Tag kind="warn">Blocked</Tag>
              </p>
            </div>
          </div>
          <Consequences collection={collection} />
        </div>
        <Why collection={collection} />
      </div>
    </>
  )
}

/** Dashed by CSS: marks an item that does not apply. */
const ring = 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z'

function Consequences({ collection: { minted } }: Props) {
  return (
    <ul className="ticks">
      <li>
        <Icon name="check" />
        {ownershipMessage(minted)}, and transfers work.
      </li>
      <li>
        <Icon name="check" />
        Earnings stay yours and can be withdrawn.
      </li>
      <li className="no">
        <Drawing path={ring} />
        It is in no list here and cannot be minted on this site.
      </li>
      <li className="no">
        <Drawing path={ring} />
        Page texts, pictures and lists cannot be changed here.
      </li>
    </ul>
  )
}

function ownershipMessage(minted: number): string {
  if (minted === 0) return 'Its contract is unchanged'
  if (minted === 1) return 'Its one item stays with its owner'
  return `Its ${formatCount(minted)} items stay with their owners`
}

function Why({ collection }: Props) {
  const network = useNetwork(collection.chain_alias)
  const { operator_contact: contact } = useAppConfig()
  const block = collection.own?.block
  return (
    <section className="card why">
      <h2>Why</h2>
      <dl>
        <div>
          <dt>Blocked</dt>
          <dd>{block && <Moment at={block.blocked_at} />}</dd>
        </div>
        <div>
          <dt>Reason given</dt>
          <dd>{block?.reason}</dd>
        </div>
        <div>
          <dt>Do you disagree?</dt>
          <dd>
            Write to {contact ? <Contact at={contact} /> : 'the operator of this site'}{' '}
            with the address of the contract.
          </dd>
        </div>
      </dl>
      <p>
        Contract{' '}
        <Address
          address={collection.contract_address}
          noun="contract address"
          network={network}
        />
      </p>
    </section>
  )
}

/** This view is never server-rendered, so the viewer's time zone is known. */
function Moment({ at }: { at: string }) {
  const seconds = Math.floor(now() / 1000)
  return <time dateTime={at}>{formatMoment(toSeconds(at), true, seconds)}</time>
}

/** Contact link of the operator. */
function Contact({ at }: { at: string }) {
  if (at.startsWith('https:')) {
    return (
      <ExternalLink className="link" href={at}>
        {new URL(at).host}
      </ExternalLink>
    )
  }
  return (
    <a className="link" href={`mailto:${at}`}>
      {at}
    </a>
  )
}
