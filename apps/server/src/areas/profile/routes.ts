import * as api from '@platemark/api/profile'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { owedReader } from './owed-amounts.ts'
import { getUser, updateAvatar, updateUser } from './service.ts'

/** What people say about themselves; everybody reads and changes their own only. */
export function profileRoutes(resources: Resources): Served[] {
  const owed = owedReader(resources)
  return [
    serve(api.getUser, ({ session }) => getUser(resources, session, owed)),
    serve(api.updateUser, async ({ body, session }) => {
      await updateUser(resources, session, body)
      return getUser(resources, session, owed)
    }),
    serve(
      api.updateAvatar,
      async ({ body, files, session }) => {
        await updateAvatar(resources, session, { ...body, ...files })
        return getUser(resources, session, owed)
      },
      { maxFileBytes: resources.configuration.limits.avatar_bytes },
    ),
  ]
}
