import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { PRIVATE_FILE_MODE } from '../../../files/private-folder.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { listReceivedPieces } from '../queries/pieces.ts'

/** A file whose pieces are not what its sender stated, or are no longer there. */
export class PiecesLostError extends Error {
  override readonly name = 'PiecesLostError'
  readonly sha256: string

  constructor(sha256: string) {
    super(`pieces of file ${sha256} do not make the file`)
    this.sha256 = sha256
  }
}

export type PieceReader = {
  /** Reads a file whole. Throws `PiecesLostError`. */
  read(sha256: string): Promise<Buffer>
  /** Writes a file to `target` piece by piece. Throws `PiecesLostError`. */
  write(sha256: string, target: string): Promise<void>
}

/**
 * Creates a reader of the files that an account has sent. One part is held in memory, because
 * small files that follow each other are in the same one.
 */
export function createPieceReader(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  userId: string,
): PieceReader {
  let held: { part: string; bytes: Promise<Uint8Array | undefined> } | undefined

  function readPart(part: string): Promise<Uint8Array | undefined> {
    if (held?.part !== part) {
      held = { part, bytes: files.read(`${part}-part.bin`) }
    }
    return held.bytes
  }

  async function* readPieces(sha256: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    for (const { part, position, length } of await listReceivedPieces(
      database,
      userId,
      sha256,
    )) {
      const bytes = await readPart(part)
      if (!bytes) throw new PiecesLostError(sha256)
      const piece = bytes.subarray(position, position + length)
      hash.update(piece)
      yield piece
    }
    if (hash.digest('hex') !== sha256) throw new PiecesLostError(sha256)
  }

  return {
    async read(sha256) {
      const pieces: Uint8Array[] = []
      for await (const piece of readPieces(sha256)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
    async write(sha256, target) {
      const file = await open(target, 'w', PRIVATE_FILE_MODE)
      try {
        for await (const piece of readPieces(sha256)) await file.write(piece)
      } finally {
        await file.close()
      }
    },
  }
}
