import type { EndpointOf } from '@platemark/api/endpoint-of'
import { listStarting } from '@platemark/api/launchpad-operations'
import { listCollections } from '@platemark/api/operations'
import type { Body } from '@platemark/api/request'
import { apiQuery } from '../../lib/query.ts'

/** Cards of a rail. */
const SHOWN = 12

export const startingQuery = () => apiQuery(listStarting, {})

/** Query for the live collections, the first to end first; those without an end come last. */
export const endingQuery = () =>
  apiQuery(listCollections, { query: { sort_by: 'ending_soon', status: 'live' } })

/** Returns those that end, as many as a rail shows. */
export const pickEnding = ({ data }: Body<EndpointOf<typeof listCollections>>) => ({
  data: data.filter(({ ends_at }) => ends_at !== null).slice(0, SHOWN),
})
