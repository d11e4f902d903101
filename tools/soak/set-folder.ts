import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../apps/server/src/database/database.ts'
import { noisePng } from '../../apps/server/test/png.ts'
import { hashBytes } from './large-set.ts'

/** A folder of works as a creator has it. */
export type SetFolder = {
  path: string
  /** Bytes of all its files. */
  bytes: number
  /** SHA-256 of each work by its token id. */
  hashes: Map<number, string>
}

/**
 * Writes a set of `works` pictures with about `bytes` bytes together, and its sheet with names
 * and a trait. The same seed gives the same files.
 */
export function writeSetFolder(
  path: string,
  { works, bytes, seed }: { works: number; bytes: number; seed: number },
): SetFolder {
  mkdirSync(path, { recursive: true })
  const hashes = new Map<number, string>()
  const lines = ['id,file,name,Phase']
  let written = 0
  for (let id = 1; id <= works; id += 1) {
    const picture = noisePng(bytes / works, `${seed} ${id}`)
    writeFileSync(join(path, `${id}.png`), picture)
    hashes.set(id, createHash('sha256').update(picture).digest('hex'))
    lines.push(`${id},${id}.png,Moon ${id},${id % 8}`)
    written += picture.length
  }
  const sheet = lines.join('\n')
  writeFileSync(join(path, 'moons.csv'), sheet)
  return { path, bytes: written + sheet.length, hashes }
}

/** Compares the stored master of each work of a draft with the file that was sent. */
export async function listWrongMasters(
  database: Database,
  sent: { draft: string; dataFolder: string; hashes: SetFolder['hashes'] },
): Promise<string[]> {
  const { draft, dataFolder, hashes } = sent
  const rows = await database
    .selectFrom('works')
    .select(['token_id', 'file'])
    .where('contract_id', '=', draft)
    .execute()
  const stored = new Map(rows.map(({ token_id, file }) => [token_id, file]))
  const wrong: string[] = []
  for (const [id, expected] of hashes) {
    const name = stored.get(id)
    const path = name && join(dataFolder, 'files', name.slice(0, 2), name)
    const found = path ? (await hashBytes(createReadStream(path))).hash : 'none'
    if (found === expected) continue
    wrong.push(`master of work ${id} has the hash ${found}, expected ${expected}`)
  }
  return wrong
}
