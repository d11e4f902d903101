import * as z from 'zod/mini'
import { pictureViews } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { hash } from './fields.ts'
import * as operations from './studio-operations.ts'

/** Token whose metadata was looked up at the new address. */
const movedToken = z.object({
  /** Null: all tokens share one file. */
  token_id: z.nullable(z.number()),
  name: z.string(),
  image: pictureViews,
  /** Its metadata below the root on IPFS: `metadata/7`; on this site its URL. */
  path: z.string(),
})

const preparedMove = z.object({
  /** `computing`: works are read for the address on IPFS; call it again. */
  state: z.enum(['ready', 'computing']),
  /** Works whose files were read, of all. */
  read_works: z.number(),
  works: z.number(),
  /** Argument of `setBaseUri`; `{address}` in it is filled in by the contract. */
  base_uri: z.nullable(z.string()),
  /** SHA-256 of the manifest of a set in the order of its tokens; null of one work. */
  manifest_hash: z.nullable(hash),
  /** The first, the last and three others at random. */
  tokens: z.array(movedToken),
  /** Host of the gateway that served the files of these tokens unchanged; null: none was asked. */
  checked_at: z.nullable(z.string()),
  /** True: the new address shows works of tokens that are not minted yet. */
  shows_unminted: z.boolean(),
})
export type PreparedMove = z.infer<typeof preparedMove>

export const prepareMove = endpoint({
  ...operations.prepareMove,
  summary:
    'Checks the address to which the metadata of a collection is to move, and returns it with the tokens that were looked up there.',
  params: z.object({ contract_id: z.uuid('Unknown collection.') }),
  body: z.object({ to: z.enum(['ipfs', 'site'], 'Use ipfs or site.') }),
  replies: { 200: preparedMove },
  problems: [
    'not_found',
    'unknown_chain',
    'storage_unavailable',
    'too_many_requests',
    'busy',
  ],
  owner: 'draft',
  limited_by: ['preparations_per_user', 'preparations_per_client'],
  is_open_read_only: true,
})
