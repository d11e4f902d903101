import { gzipSync } from 'node:zlib'
import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/database.ts'
import type { Tables } from '../../src/tables.ts'

type TestSet = {
  contract_id: string
  /** Works by token id from 1, where they differ from one that has a picture and no text. */
  works: readonly Partial<Insertable<Tables['works']>>[]
  problem_count?: number
  /** Name of the stored manifest. */
  manifest_file?: string
  /** Upload files that were read beside the works. */
  report?: object
  changed_at?: Date
  /** When holders see the works; absent: not decided. */
  shown?: 'at_once' | 'at_reveal'
}

/** Gives a draft or collection a set as if it had been uploaded; one that is there stays. */
export async function insertSet(
  database: Database,
  { contract_id, works, report = {}, ...columns }: TestSet,
): Promise<void> {
  await database
    .insertInto('sets')
    .values({
      ...{ contract_id, user_id: contract_id, upload_id: null, origin: 'folder' },
      ...{ corrections: '[]', accepted: '[]', texts_file: null, manifest_file: '-' },
      ...{ files: gzipSync('[]'), report: gzipSync(JSON.stringify(report)) },
      ...{ works: works.length, problem_count: 0, changed_at: new Date(), ...columns },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = works.map((work, place) => ({
    ...{ contract_id, token_id: place + 1, name: null, description: null },
    ...{ external_url: null, file: `${'a'.repeat(64)}.png`, animation_file: null },
    ...{ uploaded_sha256: null, width: 40, height: 40, attributes: '[]' },
    source: JSON.stringify({ file: 'tides.csv', line: place + 2 }),
    ...work,
  }))
  // A statement has at most 65,535 parameters.
  for (let first = 0; first < rows.length; first += 1000) {
    await database
      .insertInto('works')
      .values(rows.slice(first, first + 1000))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
