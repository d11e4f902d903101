import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderVersion, openEmbedded } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'

/**
 * Resolves to the folder of a migrated embedded database without content, to be copied. It
 * is made once per state of the migrations, and kept between runs.
 */
export async function makeEmbeddedTemplate(): Promise<string> {
  const folder = join(tmpdir(), 'platemark-templates')
  mkdirSync(folder, { recursive: true })
  const finished = join(folder, templateKey())
  if (existsSync(finished)) return finished
  // Created under another name, so that a killed run leaves no partial template.
  const unfinished = mkdtempSync(`${finished}-`)
  const { database, close } = await openEmbedded(unfinished, () => {})
  await migrate(database)
  await close()
  try {
    renameSync(unfinished, finished)
  } catch {
    // Another run was faster.
    rmSync(unfinished, { recursive: true, force: true })
  }
  return finished
}

function templateKey(): string {
  const migrations = join(import.meta.dirname, '..', 'migrations')
  const require = createRequire(import.meta.url)
  const engine = readFileSync(require.resolve('@electric-sql/pglite'))
  const hash = createHash('sha256').update(engine).update(folderVersion)
  for (const name of readdirSync(migrations, {
    recursive: true,
    encoding: 'utf8',
  }).sort()) {
    const file = join(migrations, name)
    if (statSync(file).isFile()) hash.update(name).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 24)
}
