import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { collectionAlias } from './page-texts.ts'
import * as operations from './studio-operations.ts'

export const checkAlias = endpoint({
  ...operations.checkAlias,
  summary:
    'Whether a page address is free for a collection of the caller: its own one is, and so is one that it had before.',
  params: z.object({ contract_id: z.uuid('Unknown collection.') }),
  query: z.strictObject({ alias: collectionAlias }),
  replies: { 200: z.object({ is_free: z.boolean() }) },
  problems: ['not_found'],
  owner: 'draft',
})
