import * as wire from '@platemark/wire/profile'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { getUser } from './service.ts'

export function profileRoutes(resources: Resources): Served[] {
  return [serve(wire.getUser, ({ session }) => getUser(resources, session))]
}
