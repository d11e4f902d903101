import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { rows } from '../../../database/rows.ts'

/** Stores the commitment of a draft and what it was made for. */
export async function setRevealCommitment(
  transaction: Database,
  id: string,
  reveal: { commitment: string; scope: string },
): Promise<void> {
  await transaction
    .updateTable('drafts')
    .set({ reveal_commitment: reveal.commitment, reveal_scope: reveal.scope })
    .where('id', '=', id)
    .execute()
}

/** Gives a collection without works a copy of the set of a draft, hidden until its reveal. */
export async function copySet(
  transaction: Database,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction.deleteFrom('sets').where('contract_id', '=', to).execute()
  await sql`
    insert into sets (contract_id, user_id, upload_id, origin, files, report, texts_file,
      corrections, accepted, works, problem_count, manifest_file, shown, changed_at)
    select ${to}::uuid, user_id, upload_id, origin, files, report, texts_file, corrections,
      accepted, works, problem_count, manifest_file, 'at_reveal', changed_at
    from sets where contract_id = ${from}::uuid`.execute(transaction)
  await sql`
    insert into works (contract_id, token_id, name, description, external_url, file,
      animation_file, uploaded_sha256, width, height, attributes, source)
    select ${to}::uuid, token_id, name, description, external_url, file, animation_file,
      uploaded_sha256, width, height, attributes, source
    from works where contract_id = ${from}::uuid`.execute(transaction)
}

/** Stores which token shows each work of a set; both are numbered from 1. */
export async function setRevealedIds(
  transaction: Database,
  contractId: string,
  order: readonly { token_id: number; revealed_id: number }[],
): Promise<void> {
  await sql`
    update works set revealed_id = x.revealed_id
    from jsonb_to_recordset(${rows([...order])}) as x(token_id integer, revealed_id integer)
    where works.contract_id = ${contractId}::uuid and works.token_id = x.token_id
      and works.revealed_id is distinct from x.revealed_id`.execute(transaction)
}

/** Finds the hash of the final order that a reveal published; undefined before. */
export async function findRevealedHash(
  database: Database,
  collectionId: string,
): Promise<string | undefined> {
  const { rows: found } = await sql<{ hash: string }>`
    select data ->> 'manifest_hash' as hash from events
    where (collection_id, kind) >= (${collectionId}::uuid, 'revealed')
      and (collection_id, kind) <= (${collectionId}::uuid, 'revealed')
    limit 1`.execute(database)
  return found[0]?.hash
}
