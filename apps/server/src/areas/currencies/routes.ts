import * as api from '@platemark/api/currencies'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { listCurrencies } from './service.ts'

export function currencyRoutes(resources: Resources): Served[] {
  return [serve(api.listCurrencies, () => listCurrencies(resources))]
}
