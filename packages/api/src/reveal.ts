import { MAX_REVEAL_FILE_CHARACTERS } from '@platemark/rules/reveal-file'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, decimal, hash } from './fields.ts'
import { draft } from './studio.ts'
import * as operations from './studio-operations.ts'

const contractId = z.object({ contract_id: z.uuid('Unknown collection.') })

const setHash = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'Enter a hash: 64 hex digits.'))

/** Everything that a reveal file is made of, but for the secret. */
const reveal = z.object({
  chain_id: z.number(),
  /** Factory that makes the collection; null: nothing can be deployed to the network. */
  factory: z.nullable(address),
  /** Id of the draft, also where the collection has another id here by now. */
  contract_id: z.string(),
  name: z.string(),
  /** Host of this site, as the text to sign names it. */
  site: z.string(),
  /** Manifest of the works in the order of the set, and its SHA-256; null: no works are here. */
  set_hash: z.nullable(setHash),
  manifest: z.nullable(z.string()),
  /** That of the draft for these works, or the one on the chain. */
  commitment: z.nullable(hash),
  is_revealed: z.boolean(),
})
export type RevealTerms = z.infer<typeof reveal>

export const getReveal = endpoint({
  ...operations.getReveal,
  summary:
    'What a reveal file of a draft or collection is made of. The secret is made by the caller and never sent before the reveal.',
  params: contractId,
  replies: { 200: reveal },
  problems: ['not_found', 'unknown_chain', 'storage_unavailable'],
  owner: 'draft',
})

export const setReveal = endpoint({
  ...operations.setReveal,
  summary:
    'Keeps the commitment to the hidden order of a set, which its deployment puts on the chain. Send it once the reveal file is stored: without its secret the works can never be revealed.',
  params: contractId,
  body: z.object({
    commitment: hash,
    /** SHA-256 of the manifest that the commitment was made for; another one is refused. */
    set_hash: setHash,
  }),
  replies: { 200: draft },
  problems: ['not_found', 'unknown_chain', 'deployment_pending', 'already_deployed'],
  owner: 'draft',
})

export const prepareReveal = endpoint({
  ...operations.prepareReveal,
  summary:
    'Checks a reveal file, or a secret, against the commitment on the chain and returns the transaction that reveals the tokens.',
  params: contractId,
  body: z.object({
    /** Text of the reveal file. */
    file: z.optional(z.string().check(z.maxLength(MAX_REVEAL_FILE_CHARACTERS))),
    /** Secret that was derived again, in place of the file. */
    secret: z.optional(hash),
    /** Draft with the works, where this site does not have those of the collection. */
    works_of: z.optional(z.uuid('Unknown draft.')),
  }),
  replies: {
    200: z.object({
      manifest_hash: hash,
      /** Null: the tokens are revealed on the chain, and now they show their works here. */
      transaction: z.nullable(
        z.object({
          chain_id: z.number(),
          to: address,
          data: z.string(),
          value: decimal,
        }),
      ),
    }),
  },
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
