import './quiz.css'
import type { ArticleDetail } from '@platemark/api/academy'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../../components/failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { quizQuery } from '../queries.ts'
import { Quiz } from './quiz.tsx'

/** Quiz of a lesson in its current state: loading, failed, or its questions. */
export function QuizPanel({ article }: { article: ArticleDetail }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...quizQuery(article.alias),
    // The options keep their order while they are answered.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Quiz article={article} quiz={data.data} />
  if (error) {
    return (
      <Failure
        title="The quiz could not be loaded"
        text="The lesson itself is complete. Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    )
  }
  return (
    <div className="card quiz late" role="status" aria-label="Loading the quiz">
      {[0, 1, 2].map((row) => (
        <p key={row} className="quiz-loading">
          <Skeleton width="70%" height={16} />
          <Skeleton width="100%" height={44} />
          <Skeleton width="100%" height={44} />
        </p>
      ))}
    </div>
  )
}
