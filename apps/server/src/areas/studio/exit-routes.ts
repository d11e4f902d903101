import * as api from '@platemark/api/exits'
import { Problem } from '@platemark/api/problem'
import * as z from 'zod/mini'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { serveFile } from '../../http/serve-file.ts'
import { createStatementWriter } from '../earnings/service/write-statement.ts'
import { createExitRuns, openExitFile } from './exit/exit-runs.ts'
import { loadBundleKey } from './exit/signing-key.ts'

/** Returns the routes of exit bundles. */
export function exitRoutes(context: AppContext): RoutePlugin[] {
  const key = loadBundleKey(context.configuration.data_folder)
  const writeStatement = createStatementWriter(context)
  const runs = createExitRuns(context, { key, writeStatement })
  return [
    route(api.startExit, ({ params, body, session, client }) =>
      runs.start({ session, client }, params.contract_id, body),
    ),
    route(api.getExit, ({ params, session }) =>
      runs.get(session, params.contract_id, params.run_id),
    ),
    route(api.getBundleKey, () => ({
      algorithm: 'Ed25519' as const,
      public_key: key.publicKey,
      pem: key.publicPem,
    })),
    (app) => {
      app.addHook('onClose', () => runs.close())
    },
    sendBundles,
  ]
}

const path = z.object({
  contract_id: z.uuid(),
  ticket: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

/** Sends bundles under secret addresses, whole or in part, because browsers send no token. */
const sendBundles: RoutePlugin = (app, context) => {
  const url = '/api/contract/studio/:contract_id/exports/:ticket.zip'
  app.get(url, async (request, reply) => {
    const place = path.safeParse(request.params)
    if (!place.success) throw new Problem('not_found')
    const { file, file_name } = await openExitFile(context, place.data)
    return serveFile(request, reply, {
      ...{ name: file, mediaType: 'application/zip', fileName: file_name },
      isPrivate: true,
      open: (range) => context.files.open(file, range),
    })
  })
}
