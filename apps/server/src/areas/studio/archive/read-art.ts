import { createHash } from 'node:crypto'
import type { Database } from '../../../database/database.ts'
import { type ArchivedWork, listArchivedWorks } from '../queries/archives.ts'

/** Content of the archive of a set. */
export type Art = {
  contract_id: string
  name: string
  description: string
  works: ArchivedWork[]
  /** SHA-256 of the above. */
  source_hash: string
}

type Described = Pick<Art, 'contract_id' | 'name' | 'description'>

/** Reads the works of a set; none before its reveal. */
export async function readArt(database: Database, of: Described): Promise<Art> {
  const { contract_id, name, description } = of
  const works = await listArchivedWorks(database, contract_id)
  const text = JSON.stringify({ contract_id, name, description, works })
  const source_hash = createHash('sha256').update(text).digest('hex')
  return { contract_id, name, description, works, source_hash }
}
