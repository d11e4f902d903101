import type { Collector } from '@platemark/api/collector'
import { Fragment } from 'react'
import { Address } from '../../components/address.tsx'
import { CreatorAvatar } from '../../components/creator.tsx'
import { OwnMedals } from '../../components/own-medals.tsx'
import { Copy } from '../../ui/copy.tsx'
import { deferHydration } from '../../ui/deferred-hydration.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Drawing } from '../../ui/icon.tsx'

const CollectorActs = deferHydration(
  async () => (await import('./collector-acts.tsx')).CollectorActs,
)

type CollectorHeadProps = { collector: Collector; title: string }

/** Profile header: picture, name, address, bio and links. */
export function CollectorHead({ collector, title }: CollectorHeadProps) {
  return (
    <div className="person">
      {collector.contract_on ? (
        <span className="contract-seat">
          <Drawing path="m8.500 7-5 5 5 5M15.500 7l5 5-5 5" size={28} />
        </span>
      ) : (
        <CreatorAvatar creator={collector} size={96} />
      )}
      <Who collector={collector} title={title} />
      <CollectorActs collector={collector} title={title} />
    </div>
  )
}

/** Name, address and bio of a collector. */
function Who({ collector, title }: CollectorHeadProps) {
  const { address, name, bio, links, account_chain } = collector
  return (
    <div className="who">
      <h1 tabIndex={-1}>
        <Breakable name={title} />
      </h1>
      <OwnMedals address={address} chain={account_chain} />
      <p className="line">
        {name === null ? (
          <span className="address whole">
            <code>{address}</code>
            <Copy text={address} label="Copy address" />
          </span>
        ) : (
          <Address address={address} />
        )}
      </p>
      {bio && <p className="bio">{bio}</p>}
      {links.length > 0 && (
        <ul className="links">
          {links.map(({ label, url }) => (
            <li key={label}>
              <ExternalLink className="link" href={url} isWrittenByUser>
                {label === 'Website' ? hostOf(url) : label}
              </ExternalLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Name that wraps after its underscores first. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=_)/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move.
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}
