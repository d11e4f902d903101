import type { ArticleCard } from '@platemark/api/academy'
import type { ArticleStates } from '../../../components/academy-progress/article-progress.ts'
import { Link } from '../../../ui/link.tsx'
import { toNumberWord } from '../article-words.ts'

type AcademyHeadProps = { articles: readonly ArticleCard[]; states: ArticleStates }

/** Title of the page, and how many lessons are completed. */
export function AcademyHead({ articles, states }: AcademyHeadProps) {
  const left = articles.filter(({ alias }) => states[alias] !== 'completed')
  const minutes = left.reduce((sum, { reading_minutes }) => sum + reading_minutes, 0)
  const completed = articles.length - left.length
  return (
    <div className="academy-head">
      <div>
        <h1>Academy</h1>
        <p className="muted">
          {toNumberWord(articles.length)} short lessons on collecting and creating
          on-chain, each with a quiz. Free to read, with or without a wallet.{' '}
          <Link className="link" href="/academy/glossary">
            Glossary
          </Link>
        </p>
      </div>
      <div className="ring">
        <ProgressRing completed={completed} total={articles.length} />
        <div>
          <b>
            {completed} of {articles.length} completed
          </b>
          <span className="muted">
            {minutes === 0 ? 'none left' : `about ${minutes} minutes left`}
          </span>
        </div>
      </div>
    </div>
  )
}

const RADIUS = 31
const LENGTH = 2 * Math.PI * RADIUS

/** Ring that closes with the last lesson; the text beside it has the numbers. */
function ProgressRing({ completed, total }: { completed: number; total: number }) {
  const share = total === 0 ? 0 : completed / total
  return (
    <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true">
      <circle cx="36" cy="36" r={RADIUS} />
      {share > 0 && (
        <circle
          className="done"
          cx="36"
          cy="36"
          r={RADIUS}
          strokeDasharray={`${(LENGTH * share).toFixed(1)} ${(LENGTH + 1).toFixed(1)}`}
          transform="rotate(-90 36 36)"
        />
      )}
      <text x="36" y="42.5" textAnchor="middle">
        {completed}
      </text>
    </svg>
  )
}
