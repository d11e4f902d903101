import type { Attribute } from '@platemark/works/work-types'
import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { column } from '../../../database/rows.ts'

/** Work that a token shows. */
export type ShownWork = {
  collection_id: string
  token_id: string
  name: string | null
  description: string | null
  file: string | null
  animation_file: string | null
  attributes: Attribute[]
}

/** Lists the works of tokens; those with one image for all, or hidden ones, have none. */
export async function listShownWorks(
  database: Database,
  tokens: readonly { collection_id: string; token_id: string }[],
): Promise<ShownWork[]> {
  if (tokens.length === 0) return []
  const { rows } = await sql<ShownWork>`
    select w.contract_id as collection_id, w.token_id::text as token_id, w.name,
      w.description, w.file, w.animation_file, w.attributes
    from unnest(${column('uuid', tokens, ({ collection_id }) => collection_id)},
      ${column('integer', tokens, ({ token_id }) => token_id)}) as x(id, token_id)
    join token_works w on w.contract_id = x.id and w.token_id = x.token_id`.execute(
    database,
  )
  return rows
}
