import * as z from 'zod/mini'
import {
  block,
  collectionKind,
  collectionState,
  picture,
  visibility,
} from './collections.ts'
import { endpoint } from './endpoint.ts'
import {
  address,
  chainAlias,
  decimal,
  hash,
  instant,
  link,
  pictureNotes,
  text,
  timeZone,
} from './fields.ts'
import { MAX_LEFT_OUT_ROWS } from './list-limits.ts'
import {
  collectionAlias,
  collectionDescription,
  collectionLinks,
  draftName,
  draftSymbol,
} from './page-texts.ts'
import * as operations from './studio-operations.ts'

const wholeGwei = decimal.check(
  z.refine((value) => value === '0' || value.endsWith('000000000'), {
    error: 'Prices are whole gwei.',
  }),
)

const bps = z.int('Enter basis points.').check(z.minimum(0), z.maximum(10_000))
const royaltyReceiver = z.enum(['owner', 'split'])
const count = z.int('Enter a whole number.').check(z.positive('Enter at least 1.'))

/** One phase as its creator writes it. */
export const draftPhase = z.object({
  /** 0 to 254, stable; the public phase has 255. */
  phase_id: z.int().check(z.minimum(0), z.maximum(255)),
  kind: z.enum(['public', 'allowlist']),
  title: text(1, 40),
  start: instant,
  end: instant,
  /** Null: not chosen yet, which a deployment needs; `0` is free. */
  price_wei: z.nullable(wholeGwei),
  max_per_wallet: count.check(z.maximum(65_535)),
  max_supply: z.nullable(count.check(z.maximum(268_435_455))),
})
export type DraftPhase = z.infer<typeof draftPhase>

/** Phase with a price, as a contract or a list needs it. */
export const pricedPhase = z.object({ ...draftPhase.shape, price_wei: wholeGwei })
export type PricedPhase = z.infer<typeof pricedPhase>

const art = z.enum(['one', 'set'])
const shown = z.enum(['at_once', 'at_mint', 'at_reveal'])

/**
 * Everything a creator decides before deploying. Money is wei, shares are basis points. Every
 * field but the network has a default: a draft may be incomplete, and `missing` names what its
 * deployment needs.
 */
export const draftFields = z.object({
  chain_alias: chainAlias,
  kind: z._default(collectionKind, 'drop'),
  name: z._default(draftName, ''),
  symbol: z._default(draftSymbol, ''),
  description: z._default(collectionDescription, ''),
  alias: z._default(z.nullable(collectionAlias), null),
  links: z._default(
    z.object({
      website: z._default(link, null),
      x: z._default(link, null),
      discord: z._default(link, null),
      instagram: z._default(link, null),
      farcaster: z._default(link, null),
    }),
    { website: null, x: null, discord: null, instagram: null, farcaster: null },
  ),
  max_supply: z._default(z.nullable(count.check(z.maximum(268_435_455))), null),
  royalty_bps: z._default(bps.check(z.maximum(1000, 'At most 10%.')), 0),
  royalty_ceiling_bps: z._default(bps.check(z.maximum(1000, 'At most 10%.')), 0),
  /** Fixed at creation: the owner, or a contract that splits them among `payees` for good. */
  royalty_receiver: z._default(royaltyReceiver, 'owner'),
  is_transferable: z._default(z.boolean(), true),
  notice_seconds: z._default(z.int().check(z.minimum(0), z.maximum(2_592_000)), 0),
  /** Empty: everything to the creator. */
  payees: z._default(
    z.array(z.object({ address, bps: bps.check(z.positive()) })).check(z.maxLength(16)),
    [],
  ),
  phases: z._default(z.array(draftPhase).check(z.maxLength(16)), []),
  /** Art of the tokens: one image for all, or its own work of a set. */
  art: z._default(art, 'one'),
  /** When the works of a set are shown; a token that is minted always shows its own. */
  shown: z._default(shown, 'at_mint'),
  /** True: location and camera data stays in files that are uploaded from then on. */
  keeps_camera_data: z._default(z.boolean(), false),
  /** The IANA zone in which the creator enters times; null: that of the browser. */
  time_zone: z._default(z.nullable(timeZone), null),
})
export type DraftFields = z.infer<typeof draftFields>

/** Fields of a draft whose phases all have a price. */
export type PricedFields = Omit<DraftFields, 'phases'> & { phases: PricedPhase[] }

/** The fields of a new draft; without a network it gets the first that can be deployed to. */
const newDraft = z.object({
  ...draftFields.shape,
  chain_alias: z.optional(chainAlias),
})
export type NewDraft = z.infer<typeof newDraft>

/** Changes to a draft: any of its fields; what is absent stays. */
export const draftChanges = z.partial(
  z.object({
    ...draftFields.shape,
    kind: collectionKind,
    name: draftName,
    symbol: draftSymbol,
    description: collectionDescription,
    alias: z.nullable(collectionAlias),
    links: collectionLinks,
    max_supply: z.nullable(count.check(z.maximum(268_435_455))),
    royalty_bps: bps.check(z.maximum(1000, 'At most 10%.')),
    royalty_ceiling_bps: bps.check(z.maximum(1000, 'At most 10%.')),
    royalty_receiver: royaltyReceiver,
    is_transferable: z.boolean(),
    notice_seconds: z.int().check(z.minimum(0), z.maximum(2_592_000)),
    payees: z
      .array(z.object({ address, bps: bps.check(z.positive()) }))
      .check(z.maxLength(16)),
    phases: z.array(draftPhase).check(z.maxLength(16)),
    art,
    shown,
    keeps_camera_data: z.boolean(),
    time_zone: z.nullable(timeZone),
  }),
)
export type DraftChanges = z.infer<typeof draftChanges>

/** Changes with the version of the draft that they were made to. */
const draftUpdate = z.object({
  ...draftChanges.shape,
  /** `updated_at` of that version; another one refuses the changes. Absent: not checked. */
  if_updated_at: z.optional(instant),
})

/** A phase of a reply: collections made past this site hold whatever their contract accepts. */
const storedPhase = z.object({
  ...draftPhase.shape,
  title: z.string(),
  price_wei: z.nullable(decimal),
  max_per_wallet: z.number(),
  max_supply: z.nullable(z.number()),
})

const uploadOfDraft = z.object({
  upload_id: z.string(),
  state: z.enum(['receiving', 'checking', 'ready', 'failed']),
})

/** A draft, or the collection that was made of it or past this site. */
export const draft = z.object({
  contract_id: z.string(),
  /** Its owner; any other account that reads it is a co-editor. */
  owner: address,
  state: collectionState,
  /** Hidden: in no list; a draft is in none anyway, and its collection begins like this. */
  visibility,
  /** Tokens minted so far. */
  minted: z.number(),
  /** The creator's draft; once it is deployed, the terms on the chain. */
  fields: z.object({
    ...draftFields.shape,
    kind: collectionKind,
    /** Empty while none is chosen, like the symbol. */
    name: z.string(),
    symbol: z.string(),
    description: z.string(),
    alias: z.nullable(z.string()),
    links: z.record(z.string(), z.nullable(z.string())),
    max_supply: z.nullable(z.number()),
    royalty_bps: z.number(),
    royalty_ceiling_bps: z.number(),
    royalty_receiver: royaltyReceiver,
    is_transferable: z.boolean(),
    notice_seconds: z.number(),
    /** Those it is made with; of a collection the present ones. */
    payees: z.array(z.object({ address, bps: z.number() })),
    phases: z.array(storedPhase),
    art,
    shown,
    keeps_camera_data: z.boolean(),
    time_zone: z.nullable(z.string()),
  }),
  image: z.nullable(picture),
  /** Film or animation that every token plays, with the image as poster; null: there is none. */
  animation_url: z.nullable(z.string()),
  cover: z.nullable(picture),
  /** The last upload of the work that all tokens show; null: there was none. */
  work_upload: z.nullable(
    z.object({
      ...uploadOfDraft.shape,
      /** Data removed of its files, or kept in them, a sentence each. */
      notes: z.array(z.string()),
    }),
  ),
  /** The works of a set, and the last upload of its files; null: neither is there. */
  set: z.nullable(
    z.object({
      works: z.number(),
      /** Problems to correct before the deployment. */
      problem_count: z.number(),
      upload: z.nullable(uploadOfDraft),
    }),
  ),
  /** Commitment to the hidden order; null: none was made, or not for these works. */
  reveal: z.nullable(z.object({ commitment: hash })),
  lists: z.array(
    z.object({
      phase_id: z.number(),
      entries: z.number(),
      /** Wallets that are not on it, but on an earlier list that still admits them to the phase. */
      earlier_entries: z.number(),
      /** Rows that are kept with it and are no entries. */
      left_out: z.number(),
      /** Published with the deployment; null until it is prepared. */
      root: z.nullable(hash),
      url: z.nullable(z.string()),
    }),
  ),
  /** The problems that prevent its deployment, a sentence each, keyed by field. */
  missing: z.record(z.string(), z.array(z.string())),
  contract_address: z.nullable(address),
  /** The reason of a block by the operator; null: it is not blocked. */
  block: z.nullable(block),
  updated_at: instant,
})
export type Draft = z.infer<typeof draft>

/** A draft or collection in the list of the studio. */
const studioEntry = z.object({
  ...draft.shape,
  /**
   * Income of the creator and payees since the collection was made; null: a draft, or the
   * caller is a co-editor.
   */
  revenue: z.nullable(
    z.object({
      revenue_wei: decimal,
      /** USD at the present rate, rounded down to cents; null where the rate is not known. */
      revenue_usd: z.nullable(z.number()),
    }),
  ),
  /**
   * The factory refuses the prepared transaction of a draft afterwards; null: none is prepared. A
   * `draft` with a time in the past was prepared and is not known to be deployed.
   */
  deadline: z.nullable(instant),
})
export type StudioEntry = z.infer<typeof studioEntry>

/** A draft after a request that can have pictures. */
const picturedDraft = z.object({ ...draft.shape, picture_notes: pictureNotes })
export type PicturedDraft = z.infer<typeof picturedDraft>

const contractId = z.object({ contract_id: z.uuid('Unknown collection.') })

/** The client's id of a request, in the header `Idempotency-Key`. */
export const idempotencyKey = z
  .string()
  .check(z.regex(/^[\x20-\x7e]{8,128}$/, 'Use 8 to 128 printable characters.'))

export const createDraft = endpoint({
  ...operations.createDraft,
  summary:
    'Makes a draft, which may be incomplete. The form field `data` holds its fields as JSON. Sent again within 24 hours with the same header Idempotency-Key, it returns the same draft.',
  body: newDraft,
  files: ['image', 'cover'],
  replies: { 201: picturedDraft },
  problems: [
    'unknown_chain',
    'file_too_large',
    'unsupported_media',
    'alias_taken',
    'too_many_drafts',
    'not_found',
    'too_many_requests',
  ],
  limited_by: ['uploads_per_user', 'uploads_per_user_day'],
  is_repeatable: true,
})

export const getDraft = endpoint({
  ...operations.getDraft,
  summary:
    'A draft of the caller, or the collection that was made of it; co-editors may read it too.',
  params: contractId,
  replies: { 200: draft },
  problems: ['not_found'],
  owner: 'draft',
  is_for_editors: true,
})

export const updateDraft = endpoint({
  ...operations.updateDraft,
  summary:
    'Changes fields of a draft: a co-editor name, symbol, description and links. With `if_updated_at` it changes only that version, and else returns the present one as `data` of the problem.',
  params: contractId,
  body: draftUpdate,
  replies: { 200: draft },
  problems: [
    'not_found',
    'unknown_chain',
    'deployment_pending',
    'already_deployed',
    'changed_elsewhere',
    'alias_taken',
    'too_many_drafts',
  ],
  owner: 'draft',
  is_for_editors: true,
})

export const listStudio = endpoint({
  ...operations.listStudio,
  summary:
    "The caller's drafts and collections and those that they may edit, newest first, at most 1,000 of each.",
  replies: { 200: z.array(studioEntry) },
})

/** One wallet of an allowlist phase. */
export const listedWallet = z.object({
  address,
  /** Tokens this wallet may mint; absent: the phase's limit. */
  quantity: z.optional(count.check(z.maximum(65_535))),
  /** Wei for one token; absent: the phase's price. */
  price_wei: z.optional(wholeGwei),
})

/** A row of a list that is no entry, kept until its creator corrects or drops it. */
export const leftOutRow = z.object({
  /** Name of the file or source. */
  source: z.string().check(z.maxLength(120)),
  /** From 1. */
  line: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  /** Wallet, quantity and price as they were written, with commas. */
  text: z.string().check(z.maxLength(200)),
})

/** The body of `setList`; the server checks its entries one by one. */
export function listSchema<Entry extends z.ZodMiniType>(entry: Entry) {
  return z.object({
    phase_id: z.int().check(z.minimum(0), z.maximum(254)),
    /** Empty, and no row left out: the phase has no list then. */
    entries: z.array(entry).check(z.maxLength(100_000)),
    left_out: z._default(z.array(leftOutRow).check(z.maxLength(MAX_LEFT_OUT_ROWS)), []),
  })
}

/** Fields of an answer: wallets with several equal entries, of which one is kept. */
export const repeatedWallets = {
  /** The first 20. */
  duplicates: z.array(
    z.object({
      address,
      /** Positions of the first 20 of its entries in the request, from 0. */
      positions: z.array(z.number()),
    }),
  ),
  /** All of them. */
  duplicate_count: z.number(),
}

export const setList = endpoint({
  ...operations.setList,
  summary:
    'Replaces the list of one allowlist phase of a draft, or removes it if the new one is empty. Equal entries of a wallet count once and are returned; different ones are refused.',
  params: contractId,
  body: listSchema(listedWallet),
  replies: {
    200: z.object({
      phase_id: z.number(),
      /** Wallets of the list, each counted once. */
      entries: z.number(),
      ...repeatedWallets,
    }),
  },
  problems: [
    'not_found',
    'deployment_pending',
    'already_deployed',
    'file_too_large',
    'too_many_requests',
    'busy',
  ],
  owner: 'draft',
  limited_by: ['lists_per_user', 'lists_per_client'],
})

export const prepareDeployment = endpoint({
  ...operations.prepareDeployment,
  summary: 'The transaction that deploys the draft; freezes it until mined or expired.',
  params: contractId,
  replies: {
    200: z.object({
      chain_id: z.number(),
      to: address,
      data: z.string(),
      value: decimal,
      predicted_address: address,
      /** The factory refuses the transaction afterwards. */
      expires_at: instant,
    }),
  },
  problems: [
    'not_found',
    'draft_incomplete',
    'deployment_pending',
    'already_deployed',
    'too_many_drafts',
    'chain_unavailable',
    'storage_unavailable',
    'too_many_requests',
    'busy',
  ],
  owner: 'draft',
  limited_by: ['preparations_per_user', 'preparations_per_client'],
})

/** A picture to set, or the word to take the present one away. */
const pictureChange = z.object({
  remove: z.optional(z.literal('1')),
  /** As in `updateDraft`: another version refuses the picture. */
  if_updated_at: z.optional(instant),
})

export const showContract = endpoint({
  ...operations.showContract,
  summary: 'Puts a collection into the lists; a draft will begin there.',
  params: contractId,
  replies: { 200: draft },
  problems: ['not_found', 'deployment_pending', 'already_deployed'],
  owner: 'draft',
})

export const hideContract = endpoint({
  ...operations.hideContract,
  summary: 'Removes a collection from the lists; its page stays at its address.',
  params: contractId,
  replies: { 200: draft },
  problems: ['not_found', 'deployment_pending', 'already_deployed'],
  owner: 'draft',
})

export const updateImage = endpoint({
  ...operations.updateImage,
  summary:
    'Sets the picture, or removes it with `remove` = 1: a plate stands there then.',
  params: contractId,
  body: pictureChange,
  files: ['image'],
  form_fields: ['remove', 'if_updated_at'],
  replies: { 200: picturedDraft },
  problems: [
    'not_found',
    'deployment_pending',
    'already_deployed',
    'changed_elsewhere',
    'blocked',
    'metadata_frozen',
    'file_too_large',
    'unsupported_media',
    'too_many_requests',
  ],
  owner: 'draft',
  is_for_editors: true,
  limited_by: ['uploads_per_user', 'uploads_per_user_day'],
})

export const updateCover = endpoint({
  ...operations.updateCover,
  summary: 'Sets the wide picture of the page, or removes it with `remove` = 1.',
  params: contractId,
  body: pictureChange,
  files: ['cover'],
  form_fields: ['remove', 'if_updated_at'],
  replies: { 200: picturedDraft },
  problems: [
    'not_found',
    'deployment_pending',
    'already_deployed',
    'changed_elsewhere',
    'blocked',
    'file_too_large',
    'unsupported_media',
    'too_many_requests',
  ],
  owner: 'draft',
  is_for_editors: true,
  limited_by: ['uploads_per_user', 'uploads_per_user_day'],
})

export const deleteContract = endpoint({
  ...operations.deleteContract,
  summary:
    'Deletes a draft, or the page of a collection: its contract stays on the chain.',
  params: contractId,
  replies: { 204: z.null() },
  problems: ['not_found', 'deployment_pending', 'already_deployed'],
  owner: 'draft',
})
