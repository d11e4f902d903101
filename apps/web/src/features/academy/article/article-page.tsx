import type { ArticleDetail } from '@platemark/api/academy'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PageTitle } from '../../../components/page-title.tsx'
import { isShown } from '../../../lib/query.ts'
import { deferHydration } from '../../../ui/deferred-hydration.tsx'
import { articleHref } from '../article-words.ts'
import { articleQuery } from '../queries.ts'
import { QuizSection } from '../quiz/quiz-section.tsx'
import { useReading } from '../reading/use-reading.ts'
import { bodyPart } from './article-body.tsx'
import { ArticleHead, Breadcrumb } from './article-head.tsx'
import { Contents, ContentsMenu } from './contents.tsx'
import { Feedback } from './feedback.tsx'
import { Neighbours } from './neighbours.tsx'

const TrackPlace = deferHydration(
  async () => (await import('./track-place.tsx')).TrackPlace,
)
const RelatedLessons = deferHydration(
  async () => (await import('./related-lessons.tsx')).RelatedLessons,
)

/** Page `/academy/{alias}`: a lesson with its contents and its quiz. */
export function ArticlePage() {
  const { alias: asked = '' } = useParams({ strict: false })
  const { data: body } = useSuspenseQuery(articleQuery(asked))
  const router = useRouter()
  const article = isShown(body) ? body.data : null
  const alias = article?.alias
  useEffect(() => {
    // A former alias leads to the present one.
    if (alias && alias !== asked)
      void router.navigate({ href: articleHref(alias), replace: true })
  }, [alias, asked, router])
  return article && <Article key={article.alias} article={article} />
}

function Article({ article }: { article: ArticleDetail }) {
  const { alias, title, locale, headings, is_outdated } = article
  const text = useRef<HTMLElement>(null)
  const bar = useRef<HTMLElement>(null)
  const sections = [...headings.filter(({ level }) => level === 2), quizHeading]
  const current = useReading(article, { text, bar, sections })
  const Body = bodyPart(locale, alias)
  return (
    <div className="article">
      <PageTitle>{title}</PageTitle>
      <div className="reading-bar" aria-hidden="true">
        <i ref={bar} />
      </div>
      <Breadcrumb article={article} />
      <div className="article-layout">
        <div className="article-side">
          <Contents sections={sections} current={current} />
          <TrackPlace article={article} />
        </div>
        <div className="article-main">
          <ArticleHead article={article} />
          <ContentsMenu sections={sections} current={current} />
          {is_outdated && (
            <p className="muted">This translation is older than the English text.</p>
          )}
          <article className="article-body" ref={text} aria-label={title}>
            <Body />
          </article>
          <Feedback alias={alias} />
          <QuizSection article={article} />
          <Neighbours article={article} />
          <RelatedLessons aliases={article.related.map((one) => one.alias)} />
        </div>
      </div>
    </div>
  )
}

const quizHeading = { id: 'quiz', text: 'Quiz' }
