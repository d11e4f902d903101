import type { Card } from '@platemark/api/collections'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { useQueries } from '@tanstack/react-query'
import { AccountName } from '../../components/accounts/account-name.tsx'
import { useAppConfig } from '../../components/app-config.ts'
import { collectionHref } from '../../components/collection-href.ts'
import { CreatorAvatar, collectorHref } from '../../components/creator.tsx'
import { collectionPlateUrl, PlatePicture } from '../../components/plate-picture.tsx'
import { SavedToggle } from '../../components/saved/saved-toggle.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { type SavedEntry, savedKey } from '../../lib/saved/saved-list.ts'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type CreatorNow, creatorNowQuery } from './queries.ts'
import { hasNoAnswer, SavedSection, useFirstEntries } from './saved-section.tsx'

/** Creators shown at first, and with each "Load more". */
const PAGE = 12

/** Followed creators as rows with their newest collections. */
export function FollowedCreators({ entries }: { entries: readonly SavedEntry[] }) {
  const { networks } = useAppConfig()
  const { first, showMore } = useFirstEntries(entries, PAGE)
  // Empty: a key's account. Undefined: this site no longer has the network.
  const chains = first.map(({ chainId }) =>
    chainId === null ? '' : networks.find(({ id }) => id === chainId)?.alias,
  )
  const reads = useQueries({
    queries: first.map(({ address }, place) => ({
      ...creatorNowQuery(chains[place] ?? '', address),
      enabled: chains[place] !== undefined,
    })),
  })
  return (
    <SavedSection
      title="Creators"
      nothing="You follow no creator. Follow is on the page of each creator."
      noun="Some creators"
      count={entries.length}
      shown={first.length}
      onMore={showMore}
      rows=".followed > li"
      reads={reads.filter((_, place) => chains[place] !== undefined)}
    >
      <ul className="followed saved-rows">
        {first.map((entry, place) => (
          <li key={savedKey(entry)}>
            <FollowedCreator
              entry={entry}
              chain={chains[place]}
              now={reads[place]?.data}
              hasFailed={hasNoAnswer(reads[place])}
            />
          </li>
        ))}
      </ul>
    </SavedSection>
  )
}

type FollowedCreatorProps = {
  entry: SavedEntry
  /**
   * Alias of the network of a contract's account; empty: a key's account, undefined: this site no
   * longer has the network.
   */
  chain: string | undefined
  /** Undefined while it is being read, and after a failure. */
  now: CreatorNow | undefined
  hasFailed: boolean
}

function FollowedCreator({ entry, chain, now, hasFailed }: FollowedCreatorProps) {
  const { address } = entry
  const name = now ? now.name : entry.name
  return (
    <>
      <div className="followed-head">
        <CreatorAvatar
          creator={{ address, avatar_url: now?.avatar_url ?? null }}
          size={44}
        />
        <div>
          <h3>
            <Link href={collectorHref(address, chain || null, 'created')}>
              <AccountName address={address} name={name} />
            </Link>
          </h3>
          <p className="muted small">
            {chain === undefined
              ? 'This site no longer has its network.'
              : now && describeCreator(now)}
          </p>
        </div>
        <SavedToggle
          isOnList
          subject={entry}
          hiddenName={name ?? shortAddress(address)}
        />
      </div>
      {!now && !hasFailed && chain !== undefined && <Skeleton width="100%" height={72} />}
      {now && now.newest.length > 0 && (
        <ul className="followed-newest">
          {now.newest.map((card) => (
            <li key={collectionHref(card)}>
              <NewCollection card={card} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NewCollection({ card }: { card: Card }) {
  return (
    <Link href={collectionHref(card)}>
      <span className="mat">
        <PlatePicture
          picture={card.image}
          alt=""
          sizes="56px"
          fallback={collectionPlateUrl(card)}
        />
      </span>
      <span>
        <b>{card.name}</b>
        <span className="small">
          <StatusBadge
            state={card.state}
            opensAt={card.next_change_at}
            endsAt={card.ends_at}
          />
        </span>
      </span>
    </Link>
  )
}

function describeCreator({ total, isExact, is_blocked }: CreatorNow): string {
  if (is_blocked) return 'The collections are not shown on this site.'
  if (total === 0) return 'No collection yet'
  const noun = total === 1 ? 'collection' : 'collections'
  return `${formatCount(total)}${isExact ? '' : '+'} ${noun}`
}
