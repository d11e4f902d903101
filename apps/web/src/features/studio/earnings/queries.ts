import { getEarnings } from '@platemark/api/studio-operations'
import { apiQuery } from '../../../lib/query.ts'

/** Query of what the contracts owe and paid the caller. */
export const earningsQuery = () => apiQuery(getEarnings, {})
