import * as z from 'zod/mini'
import * as operations from './art-operations.ts'
import { getCollection } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { hash } from './fields.ts'

/** Files of a collection that this site has, and the addresses that follow from them. */
const collectionArt = z.object({
  /** `drawn`: there is no file, this site draws one picture. `one`: all tokens share it. */
  art: z.enum(['drawn', 'one', 'set']),
  /** `hidden`: until the reveal. `absent`: the works of its tokens are not on this site. */
  state: z.enum(['shown', 'hidden', 'absent']),
  /** Works whose files are here. */
  works: z.number(),
  /** Base URI under which this site serves the metadata of its tokens. */
  site_base_uri: z.string(),
  /** Address under which this site serves stored files. */
  site_files_url: z.string(),
  /** True once the fields below were computed from the present files; they are null before. */
  is_computed: z.boolean(),
  /** SHA-256 of the manifest of a set in the order of its tokens: a reveal or freeze names it. */
  manifest_hash: z.nullable(hash),
  /** Content identifier that files and metadata have on IPFS together. */
  root: z.nullable(z.string()),
  /** Base URI of a contract whose metadata is read from IPFS. */
  base_uri: z.nullable(z.string()),
  /** All files as one CAR file; null also while `is_car_withheld`. */
  car: z.nullable(
    z.object({ download_url: z.string(), file_name: z.string(), size: z.number() }),
  ),
  /** True: the CAR file has works of tokens that are not minted yet. */
  is_car_withheld: z.boolean(),
  /** Progress while they are computed; null: nothing is. */
  computing: z.nullable(z.object({ read_works: z.number() })),
})
export type CollectionArt = z.infer<typeof collectionArt>

const { params } = getCollection

export const getArt = endpoint({
  ...operations.getArt,
  summary:
    'The files of a collection that this site has, with the addresses that were computed from them.',
  params,
  replies: { 200: collectionArt },
  problems: ['unknown_chain', 'not_found', 'blocked'],
  cache_seconds: 2,
})

export const computeArt = endpoint({
  ...operations.computeArt,
  summary:
    'Computes the addresses of the files from their bytes, unless that was done since they changed. Call it again while `computing` is not null.',
  params,
  // A page of another site cannot send JSON unasked.
  body: z.strictObject({}),
  replies: { 200: collectionArt },
  problems: [
    'unknown_chain',
    'not_found',
    'blocked',
    'too_many_requests',
    'busy',
    'storage_unavailable',
  ],
  limited_by: ['art_per_client'],
  is_open_read_only: true,
})
