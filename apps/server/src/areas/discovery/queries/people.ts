import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

export type PersonRow = {
  address: string
  username: string | null
  avatar_file: string | null
  /** Network of a contract's account; null: a key's account, or none. */
  auth_chain_id: number | null
}

/** Usernames that contain a text are looked through up to this many. */
const MAX_CANDIDATES = 200

/**
 * Lists accounts whose username contains a lower-case text, without those the operator blocked:
 * those that begin with it first, then the shortest. Two letters match beginnings only, because
 * the index of parts needs three.
 */
export async function searchUsernames(
  database: Database,
  text: string,
  limit: number,
): Promise<PersonRow[]> {
  // Usernames have no other characters, and some of them mean something in a pattern.
  if (!/^[a-z0-9_]+$/.test(text)) return []
  const escaped = text.replaceAll('_', '\\_')
  const columns = sql`u.address, u.username, u.avatar_file, u.auth_chain_id`
  const beginning = sql`select ${columns}, 0 as rank from users u
    where u.username like ${`${escaped}%`} and ${isShown} order by u.username limit ${limit}`
  const containing = sql`select ${columns}, 1 as rank from (
      select * from users where username like ${`_%${escaped}%`} limit ${MAX_CANDIDATES}) as u
    where ${isShown} and not starts_with(u.username, ${text})
    order by length(u.username), u.username limit ${limit}`
  const parts = text.length < 3 ? [beginning] : [beginning, containing]
  const { rows } = await sql<PersonRow>`
    select address, username, avatar_file, auth_chain_id
    from (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}) as u
    order by rank, length(username), username limit ${limit}`.execute(database)
  return rows
}

/**
 * Lists accounts, with or without a profile, whose address begins and ends with these parts, and
 * that signed in or created a listed collection.
 */
export async function searchAddresses(
  database: Database,
  { start, end }: { start: string; end: string },
  limit: number,
): Promise<PersonRow[]> {
  const pattern = `${start}%${end}`
  const { rows } = await sql<PersonRow>`
    select u.address, u.username, u.avatar_file, u.auth_chain_id from (
      (select address, username, avatar_file, auth_chain_id from users u
        where u.address like ${pattern} and ${isShown} order by u.address limit ${limit})
      union
      (select c.creator, null, null, null from (
          select distinct creator from collections
          where creator like ${pattern} and is_listed order by creator limit ${limit}) as c
        where not exists (select from users where address = c.creator))) as u
    order by u.address limit ${limit}`.execute(database)
  return rows
}

const isShown: RawBuilder<unknown> = sql`
  not exists (select from find_creator_block(u.address, u.auth_chain_id))`
