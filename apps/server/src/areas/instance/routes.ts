import * as api from '@platemark/api/config'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { chainAccess } from './chain-access.ts'
import { fundFromFaucet, getConfig, getReady } from './service.ts'

export function instanceRoutes(resources: Resources): Served[] {
  return [
    serve(api.getConfig, () => getConfig(resources)),
    serve(api.getHealth, () => ({ status: 'ok' as const })),
    serve(api.getReady, () => getReady(resources)),
    serve(api.fundFromFaucet, ({ params, body, client }) =>
      fundFromFaucet(resources, { ...params, ...body }, client),
    ),
    chainAccess(resources),
  ]
}
