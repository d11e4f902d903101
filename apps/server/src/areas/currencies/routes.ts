import * as api from '@platemark/api/currencies'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { listCurrencies } from './service.ts'

export function currencyRoutes(resources: Resources): Served[] {
  return [serve(api.listCurrencies, () => listCurrencies(resources))]
}
