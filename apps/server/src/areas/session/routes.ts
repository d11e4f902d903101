import * as wire from '@platemark/wire/session'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { deleteSession } from './queries.ts'
import { createSignatureMessage, login } from './service.ts'

export function sessionRoutes(resources: Resources): Served[] {
  return [
    serve(wire.createSignatureMessage, ({ body, client, origin }) =>
      createSignatureMessage(resources, body, { client, origin }),
    ),
    serve(wire.login, ({ body, client }) => login(resources, body, client)),
    serve(wire.logout, async ({ session }) => {
      await deleteSession(resources.database, session.id)
      return null
    }),
  ]
}
