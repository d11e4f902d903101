import type { ArticleCard } from '@platemark/api/academy'
import { useId } from 'react'
import type { KeptArticle } from '../../../components/academy-progress/article-progress.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { articleHref, countMinutes } from '../article-words.ts'
import type { Progress } from '../progress/use-progress.ts'
import { minutesLeft } from '../reading/reading-state.ts'
import { chooseLead, type Lead } from './choose-lead.ts'
import { Cover } from './cover.tsx'

type LeadLessonProps = {
  articles: readonly ArticleCard[]
  tracks: readonly { id: string; title: string }[]
  progress: Progress
}

/** The lesson to go on with, or to start with. */
export function LeadLesson({ articles, tracks, progress }: LeadLessonProps) {
  const titleId = useId()
  const lead = chooseLead(articles, progress.states, progress.kept)
  if (lead.kind === 'done') return <AllCompleted count={articles.length} />
  const { article } = lead
  const track = articles.filter((one) => one.track === article.track)
  const title = tracks.find(({ id }) => id === article.track)?.title
  const kept = progress.kept[article.alias]
  const { href, label, text, minutes } = describeLead(lead.kind, article, kept)
  return (
    <section className="card lead-lesson" aria-labelledby={titleId}>
      <div className="mat">
        <Cover article={article} isLazy={false} />
      </div>
      <div>
        <p className="muted">
          {beginnings[lead.kind]} {title}, lesson {article.order} of {track.length}
        </p>
        <h2 id={titleId}>{article.title}</h2>
        <p className="muted why">{text}</p>
        <div className="go">
          <Link className="button" href={href}>
            {label}
            <Icon name="arrow" size={16} />
          </Link>
          <span className="muted nowrap">{minutes}</span>
        </div>
      </div>
    </section>
  )
}

type Kind = Exclude<Lead<ArticleCard>['kind'], 'done'>

const beginnings: Record<Kind, string> = {
  start: 'Start here:',
  next: 'Next in',
  continue: 'Continue in',
  quiz: 'Complete in',
}

type LeadText = { href: string; label: string; text: string; minutes: string }

/** Returns the link and the texts of a lead; `kept` is the reader's place in it. */
function describeLead(
  kind: Kind,
  { alias, summary, reading_minutes }: ArticleCard,
  kept: KeptArticle | undefined,
): LeadText {
  if (kind === 'quiz') {
    return {
      href: articleHref(alias, 'quiz'),
      label: 'Take the quiz',
      text: 'You have read this lesson. Its quiz completes it.',
      minutes: '',
    }
  }
  if (kind === 'continue' && kept?.heading) {
    const left = countMinutes(minutesLeft(reading_minutes, kept.scroll))
    return {
      href: articleHref(alias, kept.heading.id),
      label: 'Continue reading',
      text: `You stopped at “${kept.heading.text}”. The quiz at the end completes the lesson.`,
      minutes: `${left} left`,
    }
  }
  return {
    href: articleHref(alias),
    label: kind === 'continue' ? 'Continue reading' : 'Start reading',
    text: summary,
    minutes: countMinutes(reading_minutes),
  }
}

function AllCompleted({ count }: { count: number }) {
  return (
    <section className="card lead-lesson done">
      <div>
        <h2>All {count} lessons are completed</h2>
        <p className="muted why">
          You can read each of them again at any time, and the glossary has every term.
        </p>
        <div className="go">
          <Link className="button quiet" href="/academy/glossary">
            Open the glossary
          </Link>
        </div>
      </div>
    </section>
  )
}
