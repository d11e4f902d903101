import {
  checkName,
  getNameProfile,
  getNameSale,
  listLastNames,
  listNameActivity,
  listNames,
  searchNames,
} from '@platemark/api/names-operations'
import { apiQuery, nullableApiQuery } from '../../lib/query.ts'

/** Prices and conditions of registrations. */
export const nameSaleQuery = apiQuery(getNameSale, {})

/** The newest registrations. */
export const lastNamesQuery = apiQuery(listLastNames, {})

/** State and price of what a person typed for a name. */
export const nameCheckQuery = (name: string) => apiQuery(checkName, { query: { name } })

/** State of a name and, where it is registered, all about it; null for an impossible path. */
export const nameProfileQuery = (name: string) =>
  nullableApiQuery(getNameProfile, { params: { name } })

/** Registered names that contain a text of 2 to 32 characters. */
export const foundNamesQuery = (q: string) => apiQuery(searchNames, { query: { q } })

/** Names of the signed-in user, with the ones that wait to be mined. */
export const ownNamesQuery = apiQuery(listNames, { query: {} })

/** Changes of a name on the chain, the newest first; `page` counts from 1. */
export const nameActivityQuery = (name: string, page: number) =>
  apiQuery(listNameActivity, { params: { name }, query: { page: String(page) } })
