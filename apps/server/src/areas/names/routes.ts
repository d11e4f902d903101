import * as api from '@platemark/api/names'
import type { AppContext } from '../../http/app-context.ts'
import { createCallCounter } from '../../http/rate-limits.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { serveNameImage } from './image-route.ts'
import { checkName } from './service/check-name.ts'
import { createEnsNames } from './service/ens-names.ts'
import {
  getNameSale,
  getReverseName,
  listLastNames,
  listNames,
  listReverseNames,
  searchNames,
} from './service/lists.ts'
import { listNameActivity } from './service/name-activity.ts'
import { createNameReader } from './service/name-detail.ts'
import { clearPrimaryName, setPrimaryName } from './service/primary-name.ts'
import { saveName } from './service/save-name.ts'

/** Returns the routes of names. */
export function nameRoutes(context: AppContext): RoutePlugin[] {
  const reader = createNameReader(context)
  const ens = createEnsNames(context)
  const consume = createCallCounter(context)
  return [
    route(api.checkName, async ({ query, client }) => {
      await consume('name_checks_per_client', client)
      return checkName(context, query.name)
    }),
    route(api.listLastNames, () => listLastNames(context)),
    route(api.getNameSale, () => getNameSale(context)),
    route(api.searchNames, ({ query }) => searchNames(context, query)),
    route(api.getReverseName, ({ params }) => getReverseName(context, params.address)),
    route(api.listReverseNames, ({ query }) =>
      listReverseNames(context, query.addresses, ens),
    ),
    route(api.getName, async ({ params, client }) => {
      await consume('name_reads_per_client', client)
      return reader.getName(params.name)
    }),
    route(api.getNameProfile, async ({ params, client }) => {
      await consume('name_reads_per_client', client)
      return reader.getNameProfile(params.name)
    }),
    route(api.listNameActivity, ({ params, query }) =>
      listNameActivity(context, params.name, query.page),
    ),
    route(api.listNames, ({ session, query }) => listNames(context, session, query)),
    route(api.saveName, async ({ session, body }) => {
      await consume('names_per_user', session.user_id)
      return saveName(context, session, body)
    }),
    route(api.setPrimaryName, async ({ session, params }) => {
      await consume('names_per_user', session.user_id)
      return setPrimaryName(context, session, params.name)
    }),
    route(api.clearPrimaryName, ({ session }) => clearPrimaryName(context, session)),
    serveNameImage,
  ]
}
