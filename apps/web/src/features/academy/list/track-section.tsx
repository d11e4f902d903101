import type { ArticleCard } from '@platemark/api/academy'
import type { ArticleStates } from '../../../components/academy-progress/article-progress.ts'
import { LessonRow } from './lesson-row.tsx'
import { TrackProgress } from './track-progress.tsx'

type TrackSectionProps = {
  track: { id: string; title: string; summary: string }
  /** Its lessons that pass the filters. */
  shown: readonly ArticleCard[]
  whole: readonly ArticleCard[]
  states: ArticleStates
}

/** A track with its lessons in order. */
export function TrackSection({ track, shown, whole, states }: TrackSectionProps) {
  return (
    <section className="track" id={track.id} aria-labelledby={`${track.id}-title`}>
      <header>
        <h2 id={`${track.id}-title`}>{track.title}</h2>
        <p>{track.summary}</p>
        <TrackProgress title={track.title} articles={whole} states={states} />
      </header>
      <ol>
        {shown.map((article) => (
          <LessonRow
            key={article.alias}
            article={article}
            state={states[article.alias]}
          />
        ))}
      </ol>
    </section>
  )
}
