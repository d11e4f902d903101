import * as api from '@platemark/api/moderation'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { submitReport } from './reports.ts'

export function moderationRoutes(context: AppContext): RoutePlugin[] {
  return [route(api.reportCollection, (call) => submitReport(context, call))]
}
