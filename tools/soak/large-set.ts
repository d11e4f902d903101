import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDiskFileStore } from '../../apps/server/src/files/file-store.ts'
import { noisePng } from '../../apps/server/test/png.ts'

/**
 * Stores `--works` pictures of `--bytes` bytes each in a new folder, which is removed with this
 * process. They are the same in every run.
 */
export async function storeLargeSet() {
  const { values } = parseArgs({
    options: {
      works: { type: 'string', default: '10000' },
      bytes: { type: 'string', default: '200000' },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'platemark-large-set-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const files = createDiskFileStore(join(folder, 'files'))
  const works = []
  for (let id = 1; id <= Number(values.works); id += 1) {
    const file = await files.put(noisePng(Number(values.bytes), `tide ${id}`), 'png')
    works.push({
      ...{ token_id: id, name: `Tide ${id}`, description: null, external_url: null },
      ...{ file, animation_file: null },
      attributes: [{ trait_type: 'Height', value: id % 97 }],
    })
  }
  return { folder, files, works }
}

/** Returns the SHA-256 and the length of a stream of bytes. */
export async function hashBytes(pieces: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of pieces) {
    hash.update(piece)
    size += piece.length
  }
  return { hash: hash.digest('hex'), size }
}
