import * as wire from '@platemark/wire/config'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { chainAccess } from './chain-access.ts'
import { fundFromFaucet, getConfig, getReady } from './service.ts'

export function instanceRoutes(resources: Resources): Served[] {
  return [
    serve(wire.getConfig, () => getConfig(resources)),
    serve(wire.getHealth, () => ({ status: 'ok' as const })),
    serve(wire.getReady, () => getReady(resources)),
    serve(wire.fundFromFaucet, ({ params, body, client }) =>
      fundFromFaucet(resources, { ...params, ...body }, client),
    ),
    chainAccess(resources),
  ]
}
