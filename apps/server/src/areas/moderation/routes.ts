import * as api from '@platemark/api/moderation'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { report } from './reports.ts'

export function moderationRoutes(resources: Resources): Served[] {
  return [serve(api.reportCollection, (call) => report(resources, call))]
}
