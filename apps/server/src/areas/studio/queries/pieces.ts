import { PIECE_BYTES } from '@platemark/api/upload-pieces'
import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { column } from '../../../database/rows.ts'
import { isStoredAs } from './masters.ts'
import type { UploadRow } from './uploads.ts'

/** File of a piece, and the piece in it. */
export type PieceOfFile = {
  number: number
  sha256: string
  size: number
  pieces: number
  /** Position of the piece in its file, from 0. */
  piece: number
  /** Bytes of the piece. */
  length: number
  is_received: boolean
}

/** Lists pieces of an upload by number; unknown numbers are left out. */
export async function listPiecesByNumber(
  database: Database,
  upload: UploadRow,
  numbers: readonly number[],
): Promise<PieceOfFile[]> {
  const { id, user_id } = upload
  const { rows } = await sql<PieceOfFile>`
    select n.number, f.sha256, f.size, f.pieces, (n.number - f.first_piece) as piece,
      least(${PIECE_BYTES}::bigint,
        f.size - (n.number - f.first_piece)::bigint * ${PIECE_BYTES})::integer as length,
      exists (select from received_pieces r where r.user_id = ${user_id}
        and r.sha256 = f.sha256 and r.piece = n.number - f.first_piece)
        or exists (select from masters m where m.user_id = ${user_id}
          and m.uploaded_sha256 = f.sha256 and ${isStoredAs(upload)}) as is_received
    from unnest(${column('bigint', numbers, (number) => number)}) as n(number)
    cross join lateral (
      select sha256, size, pieces, first_piece from upload_files
      where upload_id = ${id} and first_piece <= n.number and pieces > 0
      order by first_piece desc limit 1
    ) f
    where n.number < f.first_piece + f.pieces`.execute(database)
  return rows
}

/** Place of a piece in the stored part. */
export type StoredPiece = Pick<PieceOfFile, 'sha256' | 'piece' | 'length'> & {
  position: number
}

/**
 * Stores where the pieces of a part are, and adds their bytes to each upload of the account
 * that waits for them. A piece that is stored already stays where it is.
 */
export async function insertPieces(
  database: Database,
  userId: string,
  stored: { part: string; pieces: readonly StoredPiece[]; now: Date },
): Promise<void> {
  const { part, pieces, now } = stored
  await sql`
    with added as (
      insert into received_pieces
        (user_id, sha256, piece, part, position, length, received_at)
      select ${userId}::uuid, x.sha256, x.piece, ${part}, x.position, x.length,
        ${now}::timestamptz
      from unnest(${column('text', pieces, ({ sha256 }) => sha256)},
        ${column('integer', pieces, ({ piece }) => piece)},
        ${column('integer', pieces, ({ position }) => position)},
        ${column('integer', pieces, ({ length }) => length)})
        as x(sha256, piece, position, length)
      on conflict do nothing
      returning sha256, length
    ), sums as (
      select u.id, sum(a.length) as bytes
      from uploads u
      join upload_files f on f.upload_id = u.id
      join added a on a.sha256 = f.sha256
      where u.user_id = ${userId} and u.state = 'receiving'
      group by u.id
    )
    update uploads set received_bytes = received_bytes + sums.bytes,
      updated_at = ${now}::timestamptz
    from sums where uploads.id = sums.id`.execute(database)
}

/** Deletes pieces received before `before` for which no upload waits. */
export async function deleteOldPieces(database: Database, before: Date): Promise<void> {
  await sql`
    delete from received_pieces r where r.received_at < ${before}::timestamptz
      and not exists (
        select from upload_files f join uploads u on u.id = f.upload_id
        where f.sha256 = r.sha256 and u.user_id = r.user_id
          and u.state in ('receiving', 'checking')
      )`.execute(database)
}

/** Lists where the pieces of a file of an account are, in order. */
export function listReceivedPieces(
  database: Database,
  userId: string,
  sha256: string,
): Promise<{ part: string; position: number; length: number }[]> {
  return database
    .selectFrom('received_pieces')
    .select(['part', 'position', 'length'])
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .orderBy('piece')
    .execute()
}

/** Deletes the pieces of a file that have to be sent again. */
export async function deletePieces(
  database: Database,
  userId: string,
  sha256: string,
): Promise<void> {
  await database
    .deleteFrom('received_pieces')
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .execute()
}

/** Deletes the pieces of an upload whose files are stored as works. */
export async function deleteStoredPieces(
  database: Database,
  { id, user_id }: Pick<UploadRow, 'id' | 'user_id'>,
): Promise<void> {
  await sql`
    delete from received_pieces r using upload_files f, masters m
    where f.upload_id = ${id} and r.user_id = ${user_id} and r.sha256 = f.sha256
      and m.user_id = ${user_id} and m.uploaded_sha256 = f.sha256`.execute(database)
}
