import type { ArticleCard, ProgressState } from '@platemark/api/academy'
import { Link } from '../../../ui/link.tsx'
import { articleHref, levelNames } from '../article-words.ts'
import { Cover } from './cover.tsx'
import { StateMark } from './state-mark.tsx'

type LessonRowProps = {
  article: ArticleCard
  state: ProgressState | undefined
  /** Title of its track, in a list without tracks. */
  track?: string | undefined
}

/** One lesson of a list, a link to it. */
export function LessonRow({ article, state, track }: LessonRowProps) {
  const { alias, title, summary, level, order, reading_minutes } = article
  return (
    <li>
      <Link className="lesson" href={articleHref(alias)}>
        <span className="number" aria-hidden="true">
          {track === undefined && order}
        </span>
        <div className="mat">
          <Cover article={article} />
        </div>
        <div className="words">
          <h3>{title}</h3>
          <p className="small">{summary}</p>
        </div>
        <span className="lesson-facts">
          {levelNames[level]}, {reading_minutes} min
          {track !== undefined && <small>{track}</small>}
        </span>
        <StateMark state={state} />
      </Link>
    </li>
  )
}
