import * as api from '@platemark/api/session'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { endSession, listSessions } from './open-sessions.ts'
import { deleteSession, deleteUserSessions } from './queries.ts'
import { login } from './service.ts'
import { createSignatureMessage } from './sign-in-text.ts'
import { createChainCaller } from './verify-on-chain.ts'

export function sessionRoutes(context: AppContext): RoutePlugin[] {
  const { database } = context
  const connectChain = createChainCaller(context)
  return [
    route(api.createSignatureMessage, ({ body, client, origin }) =>
      createSignatureMessage(context, body, { client, origin }),
    ),
    route(api.login, ({ body, client, token }) =>
      login(context, connectChain, body, { client, token }),
    ),
    route(api.logout, async ({ session }) => {
      await deleteSession(database, session.id)
      return null
    }),
    route(api.listSessions, ({ session }) => listSessions(context, session)),
    route(api.endSession, async ({ session, params }) => {
      await endSession(context, session, params.id)
      return null
    }),
    route(api.endAllSessions, async ({ session }) => {
      await deleteUserSessions(database, session.user_id)
      return null
    }),
  ]
}
