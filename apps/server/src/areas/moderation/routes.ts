import * as api from '@platemark/api/moderation'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { report } from './reports.ts'

export function moderationRoutes(resources: Resources): Served[] {
  return [serve(api.reportCollection, (call) => report(resources, call))]
}
