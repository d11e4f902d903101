import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../apps/server/src/database/database.ts'
import { every } from '../../apps/server/src/every.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { endProcess, type ServerProcess } from '../../apps/server/test/server-process.ts'
import { formatMegabytes } from '../collection/output.ts'
import { keepChain } from '../local/chain.ts'
import { deployNetwork } from '../local/deploy-network.ts'
import { freePort } from '../local/ports.ts'
import { pause, root } from '../program.ts'
import { startProduct } from './server-process.ts'
import { listWrongMasters, type SetFolder, writeSetFolder } from './set-folder.ts'

const PROGRESS_MS = 10_000

/** Stage of an upload in the soak: a chain, a database, and the folder of the set. */
export type UploadStage = {
  set: SetFolder
  /** Folder of everything that is written. */
  folder: string
  startServer(port: number, publicUrl: string): Promise<ServerProcess>
  /** Waits until the server has read every file of a draft. Throws when it refuses them. */
  waitUntilChecked(draft: string): Promise<void>
  /** Compares the stored master of each work of a draft with the file that was sent. */
  listWrongMasters(draft: string): Promise<string[]>
  close(): Promise<void>
}

/** Prepares uploads in `folder`, and prints every ten seconds how far they are. */
export async function openUploadStage(
  folder: string,
  size: { works: number; bytes: number; seed: number },
): Promise<UploadStage> {
  // Also after an interruption.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const dataFolder = join(folder, 'data')
  const postgres = await startPostgres()
  const { database, close } = await openDatabase({ url: postgres.url })
  const chain = await keepChain({
    ...{ id: 31_337, port: await freePort(), folder: join(folder, 'chains') },
    bornAt: Math.floor(Date.now() / 1000),
    log: () => {},
    onLost: (sentence) => {
      throw new Error(sentence)
    },
  })
  const network = { ...(await deployNetwork(chain)), alias: 'local', is_demo: true }
  console.log(`writes ${size.works} works`)
  const set = writeSetFolder(join(folder, 'moons'), size)
  const servers: ServerProcess[] = []
  const stopProgress = every(PROGRESS_MS, () => printProgress(database))
  return {
    ...{ set, folder },
    async startServer(port, publicUrl) {
      const server = await startProduct(folder, {
        ...{ database_url: postgres.url, data_folder: dataFolder, public_url: publicUrl },
        ...{ port, log_level: 'error', has_demo_wallet: true, networks: [network] },
        web_folder: join(root, 'apps', 'web', 'dist', 'demo'),
      })
      servers.push(server)
      return server
    },
    waitUntilChecked: (draft) => waitUntilChecked(database, draft),
    listWrongMasters: (draft) =>
      listWrongMasters(database, { draft, dataFolder, hashes: set.hashes }),
    async close() {
      await stopProgress()
      await Promise.all(servers.map(({ child }) => endProcess(child)))
      await close()
      await postgres.stop()
      await chain.stop()
    },
  }
}

/** Measurements of a part, and a sentence for each bound that it missed. */
export type UploadFigures = { figures: string[]; problems: string[] }

async function waitUntilChecked(database: Database, draft: string): Promise<void> {
  for (;;) {
    const { state, failure } = await database
      .selectFrom('uploads')
      .select(['state', 'failure'])
      .where('draft_id', '=', draft)
      .executeTakeFirstOrThrow()
    if (state === 'ready') return
    if (state === 'failed') throw new Error(`upload failed: ${failure}`)
    await pause(200)
  }
}

async function printProgress(database: Database): Promise<void> {
  const upload = await database
    .selectFrom('uploads')
    .select(['state', 'received_bytes', 'checked_files'])
    .where('state', 'in', ['receiving', 'checking'])
    .executeTakeFirst()
    // A database that ends is no fault of this line.
    .catch(() => undefined)
  if (!upload) return
  const { state, received_bytes, checked_files } = upload
  console.log(
    `  ${state}, ${formatMegabytes(received_bytes)} MB received, ${checked_files} files checked`,
  )
}
