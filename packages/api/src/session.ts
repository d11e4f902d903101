import { parseSignature } from '@platemark/rules/parse-signature'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, instant } from './fields.ts'
import * as operations from './operations.ts'

/** The connector that a client reports for the signature: a label, never a privilege. */
export const connectorIds = [
  'io.metamask',
  'io.rabby',
  'io.zerion.wallet',
  'com.okex.wallet',
  'xyz.abs.privy',
  'demo',
] as const

export const createSignatureMessage = endpoint({
  ...operations.createSignatureMessage,
  summary: 'Makes the EIP-4361 text that the wallet signs.',
  body: z.object({ address, chain_id: z.optional(z.int().check(z.positive())) }),
  replies: {
    200: z.object({ message: z.string(), nonce: z.string(), expires_at: instant }),
  },
  problems: ['too_many_requests'],
  limited_by: ['sign_in_texts_per_client', 'sign_in_texts_per_address'],
  is_open_read_only: true,
})

/** A token that is sent along, whosever it is, is ended by the new one. */
export const login = endpoint({
  ...operations.login,
  summary: 'Exchanges a signed message for an access token.',
  body: z.object({
    address,
    /**
     * EIP-191 signature of the text as hex digits, at most 8 KiB: of a key with 65 bytes, or 64 as
     * ERC-2098 packs them, or what a contract account accepts (ERC-1271, ERC-6492).
     */
    signature: z.pipe(
      z.string('Enter a signature.'),
      z.transform((value, context) => {
        const parsed = parseSignature(value)
        if ('signature' in parsed) return parsed.signature
        context.issues.push({ code: 'custom', message: parsed.problem, input: value })
        return z.NEVER
      }),
    ),
    connector: z.string().check(z.minLength(1), z.maxLength(64)),
    nonce: z.optional(
      z.string().check(z.regex(/^[a-zA-Z0-9]{8,64}$/, 'Enter the nonce.')),
    ),
  }),
  replies: { 200: z.object({ access_token: z.string() }) },
  problems: ['sign_in_failed', 'too_many_requests', 'chain_unavailable'],
  limited_by: ['sign_ins_per_client', 'sign_ins_per_address'],
  is_open_read_only: true,
})

export const logout = endpoint({
  ...operations.logout,
  summary: 'Ends the session of the token.',
  replies: { 204: z.null() },
  is_open_read_only: true,
})

/** One signed-in browser of a user. */
export const openSession = z.object({
  id: z.string(),
  /** Id of the wallet it was opened with, as in `connectorIds`, or `other`. */
  connector: z.string(),
  chain_id: z.number(),
  /** True for the session of this request. */
  is_current: z.boolean(),
  created_at: instant,
  last_used_at: instant,
  /** The latest time at which it ends; unused ones end sooner. */
  expires_at: instant,
  /** The IP address it was opened from, without its last part: `203.0.113.x`. */
  network_prefix: z.string(),
})
export type OpenSession = z.infer<typeof openSession>

export const listSessions = endpoint({
  ...operations.listSessions,
  summary: 'Where the user is signed in, this session first, then the newest.',
  replies: { 200: z.array(openSession) },
})

export const endSession = endpoint({
  ...operations.endSession,
  summary: 'Ends one session of the user.',
  params: z.object({ id: z.uuid('Enter the id of a session.') }),
  replies: { 204: z.null() },
  problems: ['not_found'],
  owner: 'session',
  is_open_read_only: true,
})

export const endAllSessions = endpoint({
  ...operations.endAllSessions,
  summary: 'Ends every session of the user, this one too.',
  replies: { 204: z.null() },
  is_open_read_only: true,
})
