import type { ArticleStates } from '../../../components/academy-progress/article-progress.ts'

type TrackProgressProps = {
  title: string
  articles: readonly { alias: string }[]
  states: ArticleStates
  /** Comes before the count: "Lesson 2 of 4". */
  before?: string
}

/** How many lessons of a track are completed. */
export function TrackProgress({ title, articles, states, before }: TrackProgressProps) {
  const total = articles.length
  const completed = articles.filter(({ alias }) => states[alias] === 'completed').length
  return (
    <>
      <div
        className="bar"
        role="progressbar"
        aria-label={`${title}, lessons completed`}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={completed}
      >
        <i style={{ width: `${(completed / Math.max(1, total)) * 100}%` }} />
      </div>
      <span className="small muted">
        {before
          ? `${before}, ${completed} completed`
          : `${completed} of ${total} completed`}
      </span>
    </>
  )
}
