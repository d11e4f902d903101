import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, decimal, instant, pictureNotes } from './fields.ts'
import * as operations from './operations.ts'
import { profileFields } from './profile-fields.ts'

export const user = z.object({
  id: z.string(),
  address,
  /** The network whose contract the account is; null: a key's account, the same on every network. */
  account_chain: z.nullable(z.string()),
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  /** The amount that the user could withdraw now, in USD, from confirmed chain state. */
  balance: z.number(),
  avatar_url: z.nullable(z.string()),
  website_link: z.nullable(z.string()),
  twitter_link: z.nullable(z.string()),
  instagram_link: z.nullable(z.string()),
  warpcast_link: z.nullable(z.string()),
  lens_link: z.nullable(z.string()),
  github_link: z.nullable(z.string()),
  created_at: instant,
  /**
   * Until when no other username can be taken; null: one can be now. The first is free, each
   * change or removal after it begins the time. A name can be removed at any time.
   */
  username_fixed_until: z.nullable(instant),
  /** Achievements that the user may claim. */
  claimable_achievements: z.number(),
  /** Amounts that could be withdrawn in currencies without a known price in USD. */
  balance_unpriced: z.array(
    z.object({
      /** Id of the currency, as in the list of currencies. */
      currency: z.string(),
      amount_wei: decimal,
    }),
  ),
})
export type User = z.infer<typeof user>

export const getUser = endpoint({
  ...operations.getUser,
  summary: 'The signed-in user.',
  replies: { 200: user },
})

export const updateUser = endpoint({
  ...operations.updateUser,
  summary: 'Changes the profile of the user. Absent fields stay, null clears.',
  body: z.partial(z.object(profileFields)),
  replies: { 200: user },
})

export const updateAvatar = endpoint({
  ...operations.updateAvatar,
  summary: 'Sets the picture of the user: the file `avatar`, or the field `remove`.',
  body: z.object({ remove: z.optional(z.literal('1')) }),
  files: ['avatar'],
  form_fields: ['remove'],
  replies: { 200: z.object({ ...user.shape, picture_notes: pictureNotes }) },
  problems: ['file_too_large', 'unsupported_media', 'too_many_requests'],
  limited_by: ['uploads_per_user', 'uploads_per_user_day'],
})
