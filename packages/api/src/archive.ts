import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as operations from './studio-operations.ts'

/** Works as one CAR file, with the addresses that its contents have on IPFS. */
const archive = z.object({
  /** Content identifier of the whole: the one to pin. */
  root: z.string(),
  /**
   * Base URI: pinned, `{base_uri}1` is the metadata of token 1 of a set; where it does not end
   * with a slash, that of every token.
   */
  base_uri: z.string(),
  size: z.number(),
  file_name: z.string(),
  /** Path of the CAR file, which needs no token until `download_until`. */
  download_url: z.string(),
  download_until: z.string(),
})

const preparedArchive = z.object({
  /** `incomplete`: an image is missing yet. `hidden`: the set is not revealed yet. */
  state: z.enum(['ready', 'computing', 'incomplete', 'hidden']),
  /** Why there is none. */
  sentence: z.nullable(z.string()),
  /** Works whose files were read, of all. */
  read_works: z.number(),
  works: z.number(),
  archive: z.nullable(archive),
})
export type PreparedArchive = z.infer<typeof preparedArchive>

export const prepareArchive = endpoint({
  ...operations.prepareArchive,
  summary:
    'Computes the CAR file of a set, or of the one work of all tokens, without storing it, and its address on IPFS. Call it again while it is `computing`.',
  params: z.object({ contract_id: z.uuid('Unknown collection.') }),
  replies: { 200: preparedArchive },
  problems: ['not_found', 'storage_unavailable', 'busy'],
  owner: 'draft',
  is_open_read_only: true,
})
