import * as api from '@platemark/api/session'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { endSession, listSessions } from './open-sessions.ts'
import { deleteSession, deleteSessionsOf } from './queries.ts'
import { login } from './service.ts'
import { createSignatureMessage } from './sign-in-text.ts'
import { chainAsker } from './verify-on-chain.ts'

export function sessionRoutes(resources: Resources): Served[] {
  const { database } = resources
  const askChain = chainAsker(resources)
  return [
    serve(api.createSignatureMessage, ({ body, client, origin }) =>
      createSignatureMessage(resources, body, { client, origin }),
    ),
    serve(api.login, ({ body, client, token }) =>
      login(resources, askChain, body, { client, token }),
    ),
    serve(api.logout, async ({ session }) => {
      await deleteSession(database, session.id)
      return null
    }),
    serve(api.listSessions, ({ session }) => listSessions(resources, session)),
    serve(api.endSession, async ({ session, params }) => {
      await endSession(resources, session, params.id)
      return null
    }),
    serve(api.endAllSessions, async ({ session }) => {
      await deleteSessionsOf(database, session.user_id)
      return null
    }),
  ]
}
