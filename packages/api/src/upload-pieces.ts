// How the files of an upload are cut and packed: the same for client and server.

/** Bytes of a piece: every file is cut at multiples of it. */
export const PIECE_BYTES = 4_194_304

/** Bytes before each piece of a part: its number and its length, two big-endian uint32. */
const PIECE_HEADER_BYTES = 8

/** Bytes of a part: one whole piece, or several small ones. */
export const MAX_PART_BYTES = PIECE_BYTES + PIECE_HEADER_BYTES

/** A piece of an upload: `length` bytes from `offset` of its file, by position in the list. */
export type UploadPiece = { file: number; offset: number; length: number }

/** Returns how many pieces a file of `size` bytes has; an empty file has none. */
export function countPieces(size: number): number {
  return Math.ceil(size / PIECE_BYTES)
}

/** Returns files in the order of their paths, which is that of their pieces. */
export function sortUploadFiles<File extends { path: string }>(
  files: readonly File[],
): File[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Lists the pieces of sorted files; the position of a piece is its number. */
export function listPieces(files: readonly { size: number }[]): UploadPiece[] {
  return files.flatMap(({ size }, file) =>
    Array.from({ length: countPieces(size) }, (_, place) => {
      const offset = place * PIECE_BYTES
      return { file, offset, length: Math.min(PIECE_BYTES, size - offset) }
    }),
  )
}

/** Groups pieces in order into parts of at most `MAX_PART_BYTES`; returns their numbers. */
export function groupPieces(
  pieces: readonly UploadPiece[],
  missing: readonly { from: number; to: number }[],
): number[][] {
  const parts: number[][] = []
  let room = 0
  for (const { from, to } of missing) {
    for (let number = from; number <= to; number += 1) {
      const bytes = PIECE_HEADER_BYTES + (pieces[number]?.length ?? 0)
      if (bytes > room) {
        parts.push([])
        room = MAX_PART_BYTES
      }
      parts.at(-1)?.push(number)
      room -= bytes
    }
  }
  return parts
}

/** Returns the header of a piece in a part; the bytes of the piece follow. */
export function pieceHeader(number: number, length: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(PIECE_HEADER_BYTES)
  const view = new DataView(header.buffer)
  view.setUint32(0, number)
  view.setUint32(4, length)
  return header
}

/** Piece in the bytes of a part. */
export type PackedPiece = { number: number; position: number; bytes: Uint8Array }

/** Splits a part into its pieces; undefined if a header or a piece breaks off. */
export function parsePart(part: Uint8Array): PackedPiece[] | undefined {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength)
  const pieces: PackedPiece[] = []
  let at = 0
  while (at < part.length) {
    if (at + PIECE_HEADER_BYTES > part.length) return undefined
    const number = view.getUint32(at)
    const position = at + PIECE_HEADER_BYTES
    const end = position + view.getUint32(at + 4)
    if (end > part.length) return undefined
    pieces.push({ number, position, bytes: part.subarray(position, end) })
    at = end
  }
  return pieces
}
