import { createCipheriv, createHash } from 'node:crypto'
import {
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
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
import { createDiskFileStore } from '../../apps/server/src/files/file-store.ts'
import type { AppContext } from '../../apps/server/src/http/app-context.ts'
import { createLog } from '../../apps/server/src/http/log.ts'
import { createUploadPlaces } from '../../apps/server/src/http/upload-places.ts'
import { collectionRow } from '../../apps/server/test/collection.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    works: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '200000' },
  },
})
const WORKS = Number(values.works)
const WORK_BYTES = Number(values.bytes)
const MAX_MEMORY_MB = 150
const owner = `0x${'a'.repeat(40)}` as const
const address = `0x${'c'.repeat(40)}` as const

/** Writes the bundle of a large set twice, checks it, and finds one changed byte. */
const folder = mkdtempSync(join(tmpdir(), 'platemark-exit-soak-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const contracts = { factory: address, payouts: address, start_block: 0 }
const configuration = configure({
  data_folder: join(folder, 'data'),
  networks: [{ alias: 'local', is_demo: true, contracts }],
})
const { database, listen, close } = await openDatabase('memory')
await migrate(database)
const context: AppContext = {
  ...{ configuration, database, listen },
  chains: connectChains(configuration),
  files: createDiskFileStore(join(folder, 'files')),
  uploads: createUploadPlaces(configuration.limits),
  academy: readAcademy(contentFolder),
  clock: () => new Date(),
  log: createLog('silent'),
}
const id = await insertCollection()
const session = {
  ...{ id: '', user_id: id, address: owner, chain_id: 31_337, proven_on: null },
}
const own = await findOwnCollection(context, session, id)
const chain = context.chains[0]
if (!own || !chain) throw new Error('collection of the soak is missing')

globalThis.gc?.()
const idle = process.memoryUsage.rss()
let most = 0
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss() - idle)
}, 50)
const tools = {
  context,
  key: loadBundleKey(configuration.data_folder),
  writeStatement: createStatementWriter(context),
  report: () => {},
}
const problems: string[] = []
const hashes = new Set<string>()
const path = join(folder, 'bundle.zip')
for (let time = 1; time <= 2; time += 1) {
  rmSync(path, { force: true })
  const started = performance.now()
  await writeBundle(tools, { own, chain, session, revealFile: undefined }, path)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`bundle: ${statSync(path).size} bytes in ${seconds} s`)
  hashes.add(await hashOfFile())
}
const growth = Math.round(most / 2 ** 20)
const started = performance.now()
const bundle = await openBundle(path)
bundle.close()
clearInterval(watch)
const checked = Math.round((performance.now() - started) / 1000)
console.log(
  `${WORKS} works: ${growth} MB of memory above idle while writing, ${Math.round(most / 2 ** 20)} MB with the check, which took ${checked} s`,
)
if (hashes.size > 1) problems.push('the two bundles differ')
if (growth > MAX_MEMORY_MB)
  problems.push(`memory grew by ${growth} MB, at most ${MAX_MEMORY_MB}`)
problems.push(...(await checkChanged()))
report(problems)
await close()

async function insertCollection(): Promise<string> {
  const row = collectionRow({ chain_id: 31_337, address, owner, name: 'Tides' })
  await database.insertInto('collections').values(row).execute()
  const contract_id = String(row.id)
  const works = []
  for (let token_id = 1; token_id <= WORKS; token_id += 1) {
    const iv = Buffer.alloc(16)
    iv.writeUInt32BE(token_id)
    const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), iv)
    const file = await context.files.put(noise.update(Buffer.alloc(WORK_BYTES)), 'png')
    works.push({
      ...{ token_id, name: `Tide ${token_id}`, description: null, external_url: null },
      ...{ file, attributes: [{ trait_type: 'Height', value: token_id % 97 }] },
    })
  }
  const manifest = writeSetManifest(
    works.map((work) => ({ ...work, image: work.file.slice(0, 64), animation: null })),
  )
  const manifest_file = await context.files.putDerived(
    ...([hashSetManifest(manifest), 'manifest', 'bin', Buffer.from(manifest)] as const),
  )
  await database
    .insertInto('sets')
    .values({
      ...{ contract_id, user_id: contract_id, upload_id: null, origin: 'folder' },
      ...{ corrections: '[]', accepted: '[]', texts_file: null, manifest_file },
      ...{ files: gzipSync('[]'), report: gzipSync('{}'), works: WORKS },
      ...{ problem_count: 0, changed_at: new Date(), shown: 'at_once' },
    })
    .execute()
  for (let first = 0; first < works.length; first += 1000) {
    const rows = works.slice(first, first + 1000).map(({ attributes, ...work }) => ({
      ...{ contract_id, animation_file: null, uploaded_sha256: null },
      ...{ ...work, width: 40, height: 40, attributes: JSON.stringify(attributes) },
      source: JSON.stringify({ file: 'tides.csv' }),
    }))
    await database.insertInto('works').values(rows).execute()
  }
  return contract_id
}

async function hashOfFile(): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path)) digest.update(chunk)
  return digest.digest('hex')
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
