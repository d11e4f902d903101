import * as api from '@platemark/api/currencies'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { listCurrencies } from './service.ts'

export function currencyRoutes(context: AppContext): RoutePlugin[] {
  return [route(api.listCurrencies, () => listCurrencies(context))]
}
