import * as api from '@platemark/api/profile'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { createOwedReader } from '../earnings/service/owed-amounts.ts'
import { getUser, updateAvatar, updateUser } from './service.ts'

/** Returns the routes of the signed-in user's own profile. */
export function profileRoutes(context: AppContext): RoutePlugin[] {
  const owed = createOwedReader(context)
  return [
    route(api.getUser, ({ session }) => getUser(context, session, owed)),
    route(api.updateUser, async ({ body, session }) => {
      await updateUser(context, session, body)
      return getUser(context, session, owed)
    }),
    route(
      api.updateAvatar,
      async ({ body, files, session }) => {
        const picture_notes = await updateAvatar(context, session, { ...body, ...files })
        return { ...(await getUser(context, session, owed)), picture_notes }
      },
      { maxFileBytes: context.configuration.limits.avatar_bytes },
    ),
  ]
}
