import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, instant } from './fields.ts'

export const user = z.object({
  id: z.string(),
  address,
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  /** What the user could withdraw now, in USD, from confirmed chain state. */
  balance: z.number(),
  avatar_url: z.nullable(z.string()),
  website_link: z.nullable(z.string()),
  twitter_link: z.nullable(z.string()),
  instagram_link: z.nullable(z.string()),
  warpcast_link: z.nullable(z.string()),
  lens_link: z.nullable(z.string()),
  github_link: z.nullable(z.string()),
  created_at: instant,
})
export type User = z.infer<typeof user>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/get',
  access: 'signed-in',
  summary: 'The signed-in user.',
  replies: { 200: user },
})
