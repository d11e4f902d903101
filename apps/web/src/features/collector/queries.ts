import { listCollectorActivity } from '@platemark/api/operations'
import { type ListPage, listPageQuery } from '../../components/account-lists/queries.ts'
import { apiQuery } from '../../lib/query.ts'

export const collectorActivityQuery = (address: string, part: ListPage) =>
  apiQuery(listCollectorActivity, { params: { address }, query: listPageQuery(part) })
