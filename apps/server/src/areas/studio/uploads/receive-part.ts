import { webcrypto } from 'node:crypto'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import { type PackedPiece, parsePart } from '@platemark/api/upload-pieces'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { insertPieces, listPiecesByNumber, type PieceOfFile } from '../queries/pieces.ts'
import { findUploadById, type UploadRow } from '../queries/uploads.ts'
import { describeUpload, findOwnUpload, type UploadPath } from './describe-upload.ts'

type Progress = Pick<UploadRow, 'state' | 'received_bytes' | 'total_bytes'>

/** Wrong pieces that an answer names. */
const MAX_NAMED = 20

/**
 * Stores a part of an upload: the whole part or nothing of it, and once however often it is
 * sent. Throws `not_found`, and `validation_failed` where a hash, a number or a length differs
 * from those of the upload.
 */
export async function receivePart(
  context: AppContext,
  session: Session,
  { part, ...path }: UploadPath & { part: string },
  { bytes, admit }: { bytes: Buffer; admit(): Promise<void> },
): Promise<Progress> {
  const upload = await findOwnUpload(context, session, path)
  if (upload.state !== 'receiving') return upload
  await admit()
  if ((await sha256(bytes)) !== part) refuse({ part: [wrongHash] })
  const packed = parsePart(bytes)
  if (!packed || packed.length === 0) {
    return refuse({ part: ['The part is incomplete. Send it again.'] })
  }
  const numbers = packed.map(({ number }) => number)
  const known = await listPiecesByNumber(context.database, upload, numbers)
  const pieces = new Map(known.map((piece) => [piece.number, piece]))
  await refuseWrongPieces(packed, pieces)
  return storePieces(context, upload, { part, bytes, packed, pieces })
}

async function storePieces(
  context: AppContext,
  upload: UploadRow,
  sent: {
    part: string
    bytes: Uint8Array
    packed: readonly PackedPiece[]
    pieces: ReadonlyMap<number, PieceOfFile>
  },
): Promise<Progress> {
  const { database, files, clock } = context
  const { part, bytes, packed, pieces } = sent
  const stored = packed.flatMap(({ number, position }) => {
    const piece = pieces.get(number)
    return piece && !piece.is_received ? [{ ...piece, position }] : []
  })
  if (stored.length > 0) {
    // Under the hash that was checked; on the disk before a row names it.
    await files.putDerived(part, 'part', 'bin', bytes)
    const placed = { part, pieces: stored, now: clock() }
    await insertPieces(database, upload.user_id, placed)
  }
  const now = await findUploadById(database, upload.id)
  // Cancelled meanwhile: what was sent stays for a while.
  if (!now) throw new Problem('not_found', 'This upload does not exist.')
  const isComplete = now.received_bytes >= now.total_bytes
  if (stored.length > 0 && !isComplete) return now
  const { state, received_bytes, total_bytes } = await describeUpload(context, now)
  return { state, received_bytes, total_bytes }
}

/** A file of one piece has the hash of its whole; a longer one is hashed when it is whole. */
async function refuseWrongPieces(
  packed: readonly PackedPiece[],
  pieces: ReadonlyMap<number, PieceOfFile>,
): Promise<void> {
  const wrong = new Map<number, string>()
  const seen = new Set<number>()
  for (const { number, bytes } of packed) {
    const piece = pieces.get(number)
    if (!piece) wrong.set(number, 'The upload has no piece with this number.')
    else if (seen.has(number)) wrong.set(number, 'The part has this piece twice.')
    else if (bytes.length !== piece.length) {
      const length = `${bytes.length.toLocaleString('en')} bytes long`
      const expected = piece.length.toLocaleString('en')
      wrong.set(number, `This piece is ${length}, its file needs ${expected}.`)
    } else if (piece.pieces === 1 && (await sha256(bytes)) !== piece.sha256) {
      wrong.set(number, 'The file has changed since the upload began. Choose it again.')
    }
    seen.add(number)
  }
  if (wrong.size === 0) return
  const named = [...wrong].slice(0, MAX_NAMED)
  refuse(Object.fromEntries(named.map(([number, text]) => [`pieces.${number}`, [text]])))
}

const wrongHash = 'The part does not match its hash. Send it again.'

/** Returns the SHA-256 of bytes in hexadecimal digits; hashed outside this thread. */
async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

function refuse(fields: FieldProblems): never {
  throw new Problem('validation_failed', undefined, { fields })
}
