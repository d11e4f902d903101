import { createHash } from 'node:crypto'
import type { Database } from '../../../database/database.ts'
import {
  type ArchivedWork,
  type ArchiveRow,
  findSharedWork,
  listArchivedWorks,
} from '../queries/archives.ts'

type Described = Pick<ArchiveRow, 'contract_id' | 'art' | 'name' | 'description'>

/** Content of an archive. */
export type Art = Described & {
  /** Works of a set, or the one work of all tokens. */
  works: ArchivedWork[]
  /** SHA-256 of the above. */
  source_hash: string
}

/** Reads the works of a set, none before its reveal, or one work, if there is an image of it. */
export async function readArt(database: Database, of: Described): Promise<Art> {
  const { contract_id, art, name, description } = of
  const works =
    art === 'set'
      ? await listArchivedWorks(database, contract_id)
      : await findSharedWork(database, contract_id).then((work) => (work ? [work] : []))
  const described = { contract_id, art, name, description }
  const text = JSON.stringify({ ...described, works })
  const source_hash = createHash('sha256').update(text).digest('hex')
  return { ...described, works, source_hash }
}
