import type { ArticleDetail } from '@platemark/api/academy'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { PartFailure } from '../../../components/part-failure.tsx'
import { usePart } from '../../../lib/use-part.ts'
import { toNumberWord } from '../article-words.ts'

/** Quiz of a lesson. It is loaded as a reader comes near. */
export function QuizSection({ article }: { article: ArticleDetail }) {
  const section = useRef<HTMLElement>(null)
  const isNear = useNear(section)
  const panel = usePart(() => import('./quiz-panel.tsx'), isNear)
  return (
    <section
      className="quiz-section"
      id="quiz"
      ref={section}
      aria-labelledby="quiz-title"
    >
      <h2 id="quiz-title">Quiz</h2>
      {panel.part ? (
        <panel.part.QuizPanel article={article} />
      ) : panel.error ? (
        <PartFailure
          title="The quiz could not be loaded"
          kept="Your progress is kept"
          error={panel.error}
          onRetry={panel.retry}
        />
      ) : (
        <div className="card quiz">
          <div className="quiz-head">
            <div>
              <h3>{toNumberWord(article.questions)} questions on this lesson</h3>
              <noscript>
                <p>The quiz needs JavaScript. The lesson does not.</p>
              </noscript>
            </div>
          </div>
        </div>
      )}
    </section>
  )
}

/** Returns true once an element is less than a screen or so away. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current || isNear) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: '800px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
