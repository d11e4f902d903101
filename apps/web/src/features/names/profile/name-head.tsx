import type { NameDetail } from '@platemark/api/names'
import { shortAddress } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import type { ReactNode } from 'react'
import { Address } from '../../../components/address.tsx'
import { collectorHref } from '../../../components/creator.tsx'
import { OwnMedals } from '../../../components/own-medals.tsx'
import { plateUrl, useImageFallback } from '../../../components/plate-picture.tsx'
import { Day } from '../../../components/when.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Copy } from '../../../ui/copy.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { FullName } from '../full-name.tsx'
import { NameCard } from '../name-card.tsx'
import { nameHref } from '../name-href.ts'
import type { NameHome } from '../use-name-home.ts'
import { listRecordLinks } from './record-links.ts'

type NameHeadProps = { name: NameDetail; home: NameHome; children: ReactNode }

/** Card, title, description and facts of a registered name; `children` are its actions. */
export function NameHead({ name, home, children }: NameHeadProps) {
  const { records, owner_user } = name
  const description = records.description || owner_user?.bio
  const links = listRecordLinks(records)
  return (
    <div className="name-hero">
      <div className="mat">
        <NameCard name={name.name} size={380} isFirst />
      </div>
      <div>
        <Title name={name} home={home} />
        {name.warnings.map((warning) => (
          <Notice
            key={warning.name}
            kind="warning"
            title={`Similar to ${warning.name}.${home.suffix}.`}
            actions={
              <Link className="link" href={nameHref(warning.name)}>
                View {warning.name}.{home.suffix}
              </Link>
            }
          >
            Check the address before you send anything.
          </Notice>
        ))}
        {name.checked === 'cache' && (
          <Notice title={`${home.network.name} cannot be reached right now.`}>
            What is shown here was read earlier.
          </Notice>
        )}
        {description && <p className="name-about">{description}</p>}
        {links.length > 0 && (
          <ul className="name-links">
            {links.map(({ url, label }) => (
              <li key={url}>
                <ExternalLink className="link" href={url} isWrittenByUser>
                  {label}
                </ExternalLink>
              </li>
            ))}
          </ul>
        )}
        <Facts name={name} home={home} />
        {children}
      </div>
    </div>
  )
}

function Title({ name, home }: Omit<NameHeadProps, 'children'>) {
  const { isBroken, watch } = useImageFallback()
  const url = isBroken ? null : name.avatar.url
  const { registered_at, registered_tx } = name
  const { explorer } = home.network
  return (
    <div className="name-title">
      <Avatar
        src={url ?? plateUrl(`name-${name.name}`)}
        isPlate={url === null}
        watch={watch}
        size={64}
      />
      <div>
        <h1>
          <FullName name={name.name} suffix={home.suffix} />
        </h1>
        <OwnMedals
          address={name.owner}
          chain={name.owner_is_contract ? name.chain : null}
        />
        <p className="name-tags">
          {name.is_primary && (
            <Tag kind="live">
              <Icon name="check" size={14} />
              Primary name
            </Tag>
          )}
          {name.status !== 'confirmed' && <Tag kind="warn">Being confirmed</Tag>}
          {registered_at && (
            <span className="muted">
              Registered <Day at={registered_at} />{' '}
              {explorer && registered_tx && (
                <ExternalLink
                  className="link"
                  href={explorerLink(explorer, 'tx', registered_tx)}
                >
                  Transaction
                </ExternalLink>
              )}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}

function Facts({ name, home }: Omit<NameHeadProps, 'children'>) {
  const { owner, owner_user, owner_name, owner_is_contract, token_id } = name
  const { network } = home
  const chain = owner_is_contract ? network.alias : null
  // On the page of the primary name the address is the other half.
  const otherName = name.is_primary ? null : owner_name
  return (
    <dl className="name-facts">
      <div>
        <dt>Owner</dt>
        <dd>
          <Link className="link" href={collectorHref(owner, chain)} title={owner}>
            <span translate="no">
              {owner_user?.username ?? otherName ?? shortAddress(owner)}
            </span>
          </Link>
          <Copy text={owner} label="Copy owner" />
        </dd>
      </div>
      <div>
        <dt>Token</dt>
        <dd translate="no">
          {shortAddress(token_id)}
          <Copy text={token_id} label="Copy token id" />
        </dd>
      </div>
      <div>
        <dt>Registry on {network.name}</dt>
        <dd>
          <Address address={home.registry} noun="registry" network={network} />
        </dd>
      </div>
    </dl>
  )
}
