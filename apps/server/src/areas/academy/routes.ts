import * as api from '@platemark/api/academy'
import type { AppContext } from '../../http/app-context.ts'
import { createCallCounter } from '../../http/rate-limits.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { servePicture } from './picture-route.ts'
import { findArticle, getArticle, listArticles } from './service/articles.ts'
import { rateArticle, reportQuestion } from './service/feedback.ts'
import { getAcademyProgress, mergeAcademyProgress } from './service/progress.ts'
import { getQuiz, gradeQuiz } from './service/quiz.ts'

/** Returns the routes of the academy. */
export function academyRoutes(context: AppContext): RoutePlugin[] {
  const { academy } = context
  const consume = createCallCounter(context)
  return [
    route(api.listArticles, ({ query }) => listArticles(academy, query.locale)),
    route(api.getAcademyProgress, ({ session }) => getAcademyProgress(context, session)),
    route(api.mergeAcademyProgress, ({ session, body }) =>
      mergeAcademyProgress(context, session, body.articles),
    ),
    route(api.getArticle, ({ params, query }) =>
      getArticle(academy, params.alias, query.locale),
    ),
    route(api.getQuiz, ({ params, query }) =>
      getQuiz(academy, params.alias, query.locale),
    ),
    route(api.gradeQuiz, async (call) => {
      // Counted by article, so that a counter exists for published ones only.
      const { alias } = findArticle(academy, call.params.alias)
      const caller = `${alias}:${call.session?.user_id ?? call.client}`
      await consume('quiz_attempts_per_caller', caller, 600)
      return gradeQuiz(context, call)
    }),
    route(api.reportQuestion, async (call) => {
      await consume('question_reports_per_client', call.client, 86_400)
      return reportQuestion(context, call)
    }),
    route(api.rateArticle, async (call) => {
      await consume('article_ratings_per_client', call.client, 60)
      return rateArticle(context, call)
    }),
    servePicture,
  ]
}
