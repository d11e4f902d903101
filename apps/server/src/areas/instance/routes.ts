import * as api from '@platemark/api/config'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { rpcProxyRoute } from './chain-access.ts'
import { fundFromFaucet, getConfig, getReady } from './service.ts'

export function instanceRoutes(context: AppContext): RoutePlugin[] {
  return [
    route(api.getConfig, () => getConfig(context)),
    route(api.getHealth, () => ({ status: 'ok' as const })),
    route(api.getReady, () => getReady(context)),
    route(api.fundFromFaucet, ({ params, body, client }) =>
      fundFromFaucet(context, { ...params, ...body }, client),
    ),
    rpcProxyRoute(context),
  ]
}
