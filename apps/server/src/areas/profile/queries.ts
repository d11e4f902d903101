import type { Database } from '../../platform/database.ts'

const columns = [
  'id',
  'username',
  'email',
  'bio',
  'avatar_file',
  'website_link',
  'twitter_link',
  'instagram_link',
  'warpcast_link',
  'lens_link',
  'github_link',
  'created_at',
] as const

export function findUser(database: Database, id: string) {
  return database
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
}
