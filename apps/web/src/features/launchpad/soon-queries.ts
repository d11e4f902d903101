import type { EndpointOf } from '@platemark/api/endpoint-of'
import { listStarting } from '@platemark/api/launchpad-operations'
import { listCollections } from '@platemark/api/operations'
import type { Body } from '@platemark/api/request'
import { apiQuery } from '../../lib/query.ts'

/** Cards of a rail. */
const SHOWN = 12

export const startingQuery = () => apiQuery(listStarting, {})

/** Query for the live collections that end, the first to end first. */
export const endingQuery = () => ({
  ...apiQuery(listCollections, { query: { sort_by: 'ending_soon', status: 'live' } }),
  select: (body: Body<EndpointOf<typeof listCollections>>) => ({
    data: body.data.filter(({ ends_at }) => ends_at !== null).slice(0, SHOWN),
  }),
})
