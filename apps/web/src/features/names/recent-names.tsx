import type { NameFreshness, RegisteredName } from '@platemark/api/names'
import { shortAddress } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ago } from '../../components/ago.tsx'
import { Failure } from '../../components/failure.tsx'
import { plateUrl } from '../../components/plate-picture.tsx'
import { useNow } from '../../lib/clock.ts'
import { useLastError } from '../../lib/use-last-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyBlock } from '../../ui/block.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { FullName } from './full-name.tsx'
import { nameHref } from './name-href.ts'
import { foundNamesQuery, lastNamesQuery } from './queries.ts'
import type { NameHome } from './use-name-home.ts'

/** Milliseconds between two reads of the newest registrations while the page is visible. */
const REFRESH_MS = 10_000

/** The newest registrations, and a search among all registered names. */
export function RecentNames({ home }: { home: NameHome }) {
  const [text, setText] = useState('')
  const typed = text.trim().toLowerCase()
  const isSearch = typed.length >= 2
  const last = useQuery({ ...lastNamesQuery, refetchInterval: REFRESH_MS })
  const found = useQuery({ ...foundNamesQuery(typed), enabled: isSearch })
  const read = isSearch ? found : last
  const error = useLastError(read)
  const rows = read.data?.data
  return (
    <section className="names-block" aria-labelledby="recent">
      <div className="block-head">
        <div className="row">
          <h2 id="recent">{isSearch ? 'Registered names' : 'Recent registrations'}</h2>
          {last.data && <Age {...last.data.meta} />}
        </div>
        <label className="search-field find-name">
          <span className="hide">Search registered names</span>
          <Icon name="search" />
          <input
            className="input"
            type="search"
            placeholder="Search registered names"
            maxLength={32}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      </div>
      {error && !rows ? (
        <Failure
          title={isSearch ? 'The search failed' : 'The newest names could not be loaded'}
          text="The rest of the page is fine."
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : rows?.length === 0 ? (
        <EmptyBlock title={isSearch ? `No name contains “${typed}”` : 'No names yet'}>
          {isSearch ? 'Try fewer letters.' : 'The first registration appears here.'}
        </EmptyBlock>
      ) : (
        <Feed rows={rows} home={home} />
      )}
    </section>
  )
}

function Feed({ rows, home }: { rows: RegisteredName[] | undefined; home: NameHome }) {
  if (!rows) return <Skeleton width="100%" height={236} />
  return (
    <ul className="name-feed">
      {rows.map(({ name, owner, registered_at }) => (
        <li key={name}>
          <Link href={nameHref(name)}>
            <Avatar src={plateUrl(owner)} isPlate size={40} />
            <b title={`${name}.${home.suffix}`}>
              <FullName name={name} suffix={home.suffix} />
            </b>
            <span className="muted tiny" title={owner} translate="no">
              {shortAddress(owner)}
            </span>
            <Ago at={registered_at} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Age of a list while the network cannot be followed. */
function Age({ stale, updated_at }: NameFreshness) {
  const now = useNow(60_000)
  if (!stale || !updated_at || now === undefined) return null
  const minutes = Math.max(1, Math.round((now - Date.parse(updated_at)) / 60_000))
  return (
    <Tag kind="warn">
      Updated {minutes} {minutes === 1 ? 'minute' : 'minutes'} ago
    </Tag>
  )
}
