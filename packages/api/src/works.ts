import * as z from 'zod/mini'
import { attribute, picture } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { decimal, listMeta, page } from './fields.ts'
import * as operations from './studio-operations.ts'

/** Corrections of one set; beyond them the sheet itself is easier to correct. */
export const MAX_CORRECTIONS = 500

const source = z.object({ file: z.string(), line: z.exactOptional(z.number()) })

/** A work of a set. */
const work = z.object({
  token_id: decimal,
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** Null: the file is missing or was refused. */
  image: z.nullable(picture),
  animation_url: z.nullable(z.string()),
  /** Sides of the image in pixels. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  attributes: z.array(attribute),
  /** Where it is described; corrections of it name this place. */
  source,
})

/** A change of the creator to what was read: it takes a problem away, or edits a work. */
const correction = z.union([
  z.object({
    kind: z.literal('use_value'),
    source,
    trait: z.string(),
    value: z.string(),
  }),
  z.object({
    kind: z.literal('use_text'),
    source,
    field: z.enum(['name', 'description']),
    text: z.string(),
  }),
  z.object({ kind: z.literal('use_file'), source, path: z.string() }),
  z.object({ kind: z.literal('rename_trait'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('leave_out'), path: z.string() }),
  z.object({ kind: z.literal('confirm_order') }),
  /** Works whose name holds their own id have none: each token has its number instead. */
  z.object({ kind: z.literal('drop_numbers') }),
])

const problem = z.object({
  /** The same for the same problem in every reading. */
  key: z.string(),
  code: z.string(),
  file: z.string(),
  line: z.exactOptional(z.number()),
  field: z.optional(z.string()),
  token_id: z.optional(z.string()),
  sentence: z.string(),
  /** The correction that takes it away, or the act that it needs. */
  fix: z.optional(
    z.union([
      correction,
      z.object({ kind: z.literal('add_file'), name: z.string() }),
      z.object({ kind: z.literal('replace_file'), path: z.string() }),
      z.object({
        kind: z.literal('compare'),
        path: z.string(),
        with_path: z.string(),
        with_token_id: z.string(),
      }),
    ]),
  ),
  /** Its key may stand in `accepted`. */
  can_keep: z.boolean(),
})

const set = z.object({
  upload_id: z.nullable(z.string()),
  /** Works, those with problems included. */
  works: z.number(),
  /** The sheet or the JSON files that describe the works; null: the files alone. */
  described_by: z.nullable(z.string()),
  problem_count: z.number(),
  /** How many there are of each code. */
  problem_counts: z.record(z.string(), z.number()),
  /** The first 1,000. */
  problems: z.array(problem),
  notices: z.array(
    z.object({ code: z.string(), sentence: z.string(), count: z.number() }),
  ),
  corrections: z.array(correction),
  /** Keys of problems that the creator keeps as they are. */
  accepted: z.array(z.string()),
})
export type SetOfWorks = z.infer<typeof set>

const params = z.object({ contract_id: z.uuid('Unknown collection.') })

export const listWorks = endpoint({
  ...operations.listWorks,
  summary: 'The works of a set, 24 a page.',
  params,
  query: z.strictObject({ page }),
  replies: { 200: z.array(work) },
  meta: listMeta,
  problems: ['not_found'],
  owner: 'draft',
})

export const getTraits = endpoint({
  ...operations.getTraits,
  summary: 'The traits of a set, how many works have each value, and the rarest works.',
  params,
  replies: {
    200: z.object({
      works: z.number(),
      traits: z.array(
        z.object({
          trait: z.string(),
          kind: z.string(),
          /** Works with this trait, and without. */
          count: z.number(),
          absent: z.number(),
          /** The most frequent first; `share` of all works, 0 to 1. */
          values: z.array(
            z.object({
              value: attribute.shape.value,
              count: z.number(),
              share: z.number(),
            }),
          ),
        }),
      ),
    }),
  },
  problems: ['not_found'],
  owner: 'draft',
})

export const getSet = endpoint({
  ...operations.getSet,
  summary:
    'What was read of a set, and what has to be corrected, by file, line and field.',
  params,
  replies: { 200: set },
  problems: ['not_found'],
  owner: 'draft',
})

export const updateSet = endpoint({
  ...operations.updateSet,
  summary:
    'Replaces the corrections of a set, or the keys of the problems that stay as they are, and checks it again. No file is sent again.',
  params,
  body: z.object({
    corrections: z.optional(z.array(correction).check(z.maxLength(MAX_CORRECTIONS))),
    accepted: z.optional(z.array(z.string()).check(z.maxLength(MAX_CORRECTIONS))),
  }),
  replies: { 200: set },
  problems: [
    'not_found',
    'deployment_pending',
    'already_deployed',
    'storage_unavailable',
    'too_many_requests',
    'busy',
  ],
  owner: 'draft',
  limited_by: ['set_uploads_per_user', 'set_uploads_per_client'],
})
