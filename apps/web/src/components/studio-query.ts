import { listStudio } from '@platemark/api/studio-operations'
import { apiQuery } from '../lib/query.ts'

/** Query of all drafts and collections of the caller. */
export const studioQuery = () => apiQuery(listStudio, {})
