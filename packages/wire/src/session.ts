import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, instant } from './fields.ts'

/** Where a client says the signature came from: a label for the record, never a privilege. */
export const connectorIds = [
  'io.metamask',
  'io.rabby',
  'io.zerion.wallet',
  'com.okex.wallet',
  'xyz.abs.privy',
  'demo',
] as const

export const createSignatureMessage = endpoint({
  method: 'POST',
  path: '/api/oauth/create-signature-message',
  access: 'public',
  summary: 'Makes the EIP-4361 text that the wallet signs.',
  body: z.object({ address, chain_id: z.optional(z.int().check(z.positive())) }),
  replies: {
    200: z.object({ message: z.string(), nonce: z.string(), expires_at: instant }),
  },
  problems: ['too_many_requests'],
})

export const login = endpoint({
  method: 'POST',
  path: '/api/oauth/login',
  access: 'public',
  summary: 'Exchanges a signed message for an access token.',
  body: z.object({
    address,
    /** EIP-191 signature of the text, at most 8 KiB. */
    signature: z
      .string()
      .check(z.regex(/^0x[0-9a-fA-F]{2,16384}$/, 'Enter a signature.')),
    connector: z.string().check(z.minLength(1), z.maxLength(64)),
    nonce: z.optional(
      z.string().check(z.regex(/^[a-zA-Z0-9]{8,64}$/, 'Enter the nonce.')),
    ),
  }),
  replies: { 200: z.object({ access_token: z.string() }) },
  envelope: false,
  problems: ['sign_in_failed', 'too_many_requests', 'chain_unavailable'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'signed-in',
  summary: 'Ends the session of the token.',
  replies: { 204: z.null() },
})
