import type { ArticleCard } from '@platemark/api/academy'
import type { ArticleStates } from '../../../components/academy-progress/article-progress.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { countLessons } from '../article-words.ts'
import { LessonRow } from './lesson-row.tsx'
import type { ChangeFilters, LessonFilters } from './list-filters.ts'
import { TrackSection } from './track-section.tsx'

type LessonListProps = {
  /** Lessons that pass the filters, the best match first. */
  found: readonly ArticleCard[]
  all: readonly ArticleCard[]
  tracks: readonly { id: string; title: string; summary: string }[]
  filters: LessonFilters
  states: ArticleStates
  onChange: ChangeFilters
}

/** Lessons by track; those of a search by how well they match. */
export function LessonList(props: LessonListProps) {
  const { found, all, tracks, filters, states } = props
  if (found.length === 0) return <NoLesson {...props} />
  if (filters.q !== '') return <FoundLessons {...props} />
  return tracks.map((track) => {
    const shown = found.filter((article) => article.track === track.id)
    if (shown.length === 0) return null
    const whole = all.filter((article) => article.track === track.id)
    return (
      <TrackSection
        key={track.id}
        track={track}
        shown={shown}
        whole={whole}
        states={states}
      />
    )
  })
}

function FoundLessons({ found, tracks, filters, states }: LessonListProps) {
  return (
    <section className="found-lessons" aria-labelledby="found-lessons">
      <h2 id="found-lessons">
        {countLessons(found.length)} for “{filters.q}”
      </h2>
      <ol>
        {found.map((article) => (
          <LessonRow
            key={article.alias}
            article={article}
            state={states[article.alias]}
            track={tracks.find(({ id }) => id === article.track)?.title}
          />
        ))}
      </ol>
    </section>
  )
}

function NoLesson({ filters, onChange }: LessonListProps) {
  const { q, level, tag, isOpenOnly } = filters
  const isNarrowed = level !== undefined || tag !== undefined || isOpenOnly
  return (
    <EmptyBlock
      level="h2"
      title={q ? `No lesson matches “${q}”.` : 'No lesson fits these filters.'}
      actions={
        <>
          {q && (
            <Button look="quiet" onClick={() => onChange({ q: '' })}>
              Clear search
            </Button>
          )}
          {isNarrowed && (
            <Button
              look="quiet"
              onClick={() => onChange({ level: '', tag: '', open: '' })}
            >
              Clear filters
            </Button>
          )}
          <Link className="text-link" href="/academy/glossary">
            Open the glossary
          </Link>
        </>
      }
    >
      {q ? 'Try a shorter word.' : 'Choose another level or tag.'}
    </EmptyBlock>
  )
}
