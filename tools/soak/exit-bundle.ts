import { createReadStream, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentFolder, readAcademy } from '@platemark/academy/read-academy'
import { hashSetManifest, writeSetManifest } from '@platemark/rules/set-manifest'
import { findOwnCollection } from '../../apps/server/src/areas/collections/service.ts'
import { createStatementWriter } from '../../apps/server/src/areas/earnings/service/write-statement.ts'
import {
  BundleError,
  openBundle,
} from '../../apps/server/src/areas/studio/exit/read-bundle.ts'
import { loadBundleKey } from '../../apps/server/src/areas/studio/exit/signing-key.ts'
import { writeBundle } from '../../apps/server/src/areas/studio/exit/write-bundle.ts'
import { connectChains } from '../../apps/server/src/configuration/chains.ts'
import { configure } from '../../apps/server/src/configuration/configuration.ts'
import { openDatabase } from '../../apps/server/src/database/database.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import type { AppContext } from '../../apps/server/src/http/app-context.ts'
import { createLog } from '../../apps/server/src/http/log.ts'
import { createUploadPlaces } from '../../apps/server/src/http/upload-places.ts'
import { insertCollection } from '../../apps/server/test/collection.ts'
import { insertSet } from '../../apps/server/test/studio/set.ts'
import { hashBytes, storeLargeSet } from './large-set.ts'
import { measure, report, unless } from './report.ts'
import { watchMemory } from './watch-memory.ts'

const MAX_MEMORY_MB = 150
const owner = `0x${'a'.repeat(40)}` as const
const address = `0x${'c'.repeat(40)}` as const

/** Writes the bundle of a large set twice, checks it, and finds one changed byte. */
const { folder, files, works } = await storeLargeSet()
const contracts = { factory: address, payouts: address, start_block: 0 }
const configuration = configure({
  data_folder: join(folder, 'data'),
  networks: [{ alias: 'local', is_demo: true, contracts }],
})
const { database, listen, close } = await openDatabase('memory')
await migrate(database)
const context: AppContext = {
  ...{ configuration, database, listen, files },
  chains: connectChains(configuration),
  uploads: createUploadPlaces(configuration.limits),
  academy: readAcademy(contentFolder),
  clock: () => new Date(),
  log: createLog('silent'),
}
const id = await insertSetOfWorks()
const session = {
  ...{ id: '', user_id: id, address: owner, chain_id: 31_337, proven_on: null },
}
const own = await findOwnCollection(context, session, id)
const chain = context.chains[0]
if (!own || !chain) throw new Error('collection of the soak is missing')

globalThis.gc?.()
const memory = watchMemory()
const tools = {
  context,
  key: loadBundleKey(configuration.data_folder),
  writeStatement: createStatementWriter(context),
  report: () => {},
}
const hashes = new Set<string>()
const path = join(folder, 'bundle.zip')
for (let time = 1; time <= 2; time += 1) {
  rmSync(path, { force: true })
  const [, seconds] = await measure(() =>
    writeBundle(tools, { own, chain, session, revealFile: undefined }, path),
  )
  console.log(`bundle: ${statSync(path).size} bytes in ${Math.round(seconds)} s`)
  hashes.add((await hashBytes(createReadStream(path))).hash)
}
const growth = memory.growth()
const [, checking] = await measure(async () => (await openBundle(path)).close())
console.log(
  `${works.length} works: ${growth} MB of memory above idle while writing, ${memory.stop()} MB with the check, which took ${Math.round(checking)} s`,
)
report([
  ...unless(hashes.size === 1, 'the two bundles differ'),
  ...unless(
    growth <= MAX_MEMORY_MB,
    `memory grew by ${growth} MB, at most ${MAX_MEMORY_MB}`,
  ),
  ...(await checkChanged()),
])
await close()

async function insertSetOfWorks(): Promise<string> {
  const contract_id = await insertCollection(database, {
    chain_id: 31_337,
    address,
    owner,
    name: 'Tides',
  })
  const manifest = writeSetManifest(
    works.map((work) => ({ ...work, image: work.file.slice(0, 64), animation: null })),
  )
  await insertSet(database, {
    ...{ contract_id, shown: 'at_once' },
    manifest_file: await files.putDerived(
      ...([hashSetManifest(manifest), 'manifest', 'bin', Buffer.from(manifest)] as const),
    ),
    works: works.map(({ attributes, ...work }) => ({
      ...work,
      attributes: JSON.stringify(attributes),
    })),
  })
  return contract_id
}

/** Changes one byte in ten places of works, and returns where it was not found. */
async function checkChanged(): Promise<string[]> {
  const bytes = readFileSync(path)
  const missed: string[] = []
  for (let place = 1; place <= 10; place += 1) {
    const at = Math.floor((bytes.length * 0.8 * place) / 10)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const found = await openBundle(path).catch((error: unknown) => error)
    if (!(found instanceof BundleError)) missed.push(`byte ${at} was changed unseen`)
    bytes[at] = (bytes[at] ?? 0) ^ 1
  }
  return missed
}
