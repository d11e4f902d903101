import { useEffect } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import type { Match } from './list-matches.ts'

type MatchListProps = {
  id: string
  matches: Match[]
  /** Place of the row that the arrow keys chose. */
  current: number
  onFollow: (href: string) => void
}

/** Results by group, as options of the search field. */
export function MatchList({ id, matches, current, onFollow }: MatchListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  const groups = [...new Set(matches.map(({ kind }) => kind))]
  return (
    <div className="matches" id={id} role="listbox" aria-label="Results">
      {groups.map((kind) => (
        <fieldset key={kind} className="match-group">
          <legend className={kind === 'all' ? 'hide' : undefined}>
            {kind === 'all' ? 'More' : kind}
          </legend>
          {matches.map((match, place) =>
            match.kind === kind ? (
              <Link
                key={match.href}
                id={`${id}-${place}`}
                href={match.href}
                role="option"
                tabIndex={-1}
                aria-selected={place === current}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onFollow(match.href)
                }}
              >
                <MatchPicture match={match} />
                <bdi className="match-title">{match.title}</bdi>
                <span className="match-detail">{match.detail}</span>
              </Link>
            ) : null,
          )}
        </fieldset>
      ))}
    </div>
  )
}

function MatchPicture({ match: { kind, picture } }: { match: Match }) {
  if (!picture)
    return (
      <span className="match-icon">
        <Icon name={kind === 'all' ? 'arrow' : 'person'} />
      </span>
    )
  return (
    <img
      className={picture.isRound ? 'round' : undefined}
      src={picture.url}
      width={40}
      height={40}
      alt=""
      onError={({ currentTarget }) => {
        if (!currentTarget.src.endsWith(picture.fallback))
          currentTarget.src = picture.fallback
      }}
    />
  )
}
