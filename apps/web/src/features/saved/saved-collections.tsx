import { shortAddress } from '@platemark/rules/amounts'
import { useQueries } from '@tanstack/react-query'
import { useAppConfig } from '../../components/app-config.ts'
import { CollectionCard } from '../../components/collection-card.tsx'
import { collectionPlateUrl } from '../../components/plate-picture.tsx'
import { SavedToggle } from '../../components/saved/saved-toggle.tsx'
import { type SavedEntry, savedKey } from '../../lib/saved/saved-list.ts'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type CollectionNow, collectionNowQuery } from './queries.ts'
import { hasNoAnswer, SavedSection, useFirstEntries } from './saved-section.tsx'

/** Collections shown at first, and with each "Load more". */
const PAGE = 24

/** Saved collections as cards, each with its button. */
export function SavedCollections({ entries }: { entries: readonly SavedEntry[] }) {
  const { networks } = useAppConfig()
  const { first, showMore } = useFirstEntries(entries, PAGE)
  const chains = first.map(
    ({ chainId }) => networks.find(({ id }) => id === chainId)?.alias ?? '',
  )
  const reads = useQueries({
    queries: first.map(({ address }, place) => ({
      ...collectionNowQuery(chains[place] ?? '', address),
      enabled: chains[place] !== '',
    })),
  })
  return (
    <SavedSection
      title="Collections"
      nothing="No collection is saved. Save is on the page of each collection."
      noun="Some collections"
      count={entries.length}
      shown={first.length}
      onMore={showMore}
      rows=".saved-rows.grid > li"
      reads={reads.filter((_, place) => chains[place] !== '')}
    >
      <ul className="grid saved-rows">
        {first.map((entry, place) => (
          <li key={savedKey(entry)}>
            <SavedCard
              entry={entry}
              chain={chains[place] ?? ''}
              now={reads[place]?.data}
              hasFailed={hasNoAnswer(reads[place])}
            />
            <SavedToggle
              isOnList
              subject={entry}
              hiddenName={entry.name ?? shortAddress(entry.address)}
            />
          </li>
        ))}
      </ul>
    </SavedSection>
  )
}

type SavedCardProps = {
  entry: SavedEntry
  /** Alias of its network; empty: this site no longer has it. */
  chain: string
  /** Undefined while it is being read, and after a failure. */
  now: CollectionNow | undefined
  hasFailed: boolean
}

function SavedCard({ entry, chain, now, hasFailed }: SavedCardProps) {
  if (now?.at === 'listed') return <CollectionCard card={now.card} />
  const { address } = entry
  const name = entry.name ?? shortAddress(address)
  const isOpen = chain !== '' && (!now || now.at === 'unlisted')
  const isPending = !now && !hasFailed && chain !== ''
  return (
    <article className="work" aria-busy={isPending || undefined}>
      <div className="mat">
        <img
          src={collectionPlateUrl({ chain_alias: chain, contract_address: address })}
          width={384}
          height={384}
          alt=""
          loading="lazy"
          decoding="async"
        />
      </div>
      <div className="label">
        {isPending && <Waiting />}
        <h3 title={address}>
          {isOpen ? <Link href={`/collection/${chain}/${address}`}>{name}</Link> : name}
        </h3>
        {isPending ? (
          <>
            <span className="skeleton by-line" />
            <div className="bar thin" />
            <Waiting isFoot />
          </>
        ) : (
          <p className="why muted small">{describeNow(now, chain)}</p>
        )}
      </div>
    </article>
  )
}

/** Placeholder of a line of a card, in its height. */
function Waiting({ isFoot = false }: { isFoot?: boolean }) {
  return (
    <div className={isFoot ? 'meta foot waiting' : 'meta waiting'} aria-hidden="true">
      <Skeleton width={48} />
      <Skeleton width={56} />
    </div>
  )
}

/** Describes why a collection is not shown as a card. */
function describeNow(now: CollectionNow | undefined, chain: string): string {
  if (chain === '') return 'This site no longer has its network.'
  if (!now) return 'Its state could not be loaded.'
  switch (now.at) {
    case 'missing':
      return 'This collection no longer exists on this site.'
    case 'blocked':
      return 'This collection is not shown on this site.'
    case 'unlisted':
      return now.collection.hidden
        ? 'The creator has hidden it. Its page still works.'
        : 'It is in no list now. Its page still works.'
    default:
      return ''
  }
}
