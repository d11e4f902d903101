import { articles } from 'virtual:academy'
import type { ArticleDetail } from '@platemark/api/academy'
import { TrackProgress } from '../list/track-progress.tsx'
import { useProgress, useProgressSync } from '../progress/use-progress.ts'

/** Place of a lesson in its track, and how much of that is completed. */
export function TrackPlace({ article }: { article: ArticleDetail }) {
  useProgressSync()
  const { states } = useProgress()
  const { track, track_title, order, track_length } = article
  return (
    <div className="track-place">
      <b>{track_title}</b>
      <TrackProgress
        title={track_title}
        articles={articles.filter((one) => one.track === track)}
        states={states}
        before={`Lesson ${order} of ${track_length}`}
      />
    </div>
  )
}
