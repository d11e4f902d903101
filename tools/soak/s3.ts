import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFullTests } from '../run-tests.ts'
import { startSwift } from './swift.ts'

/** Runs the tests of file stores on a real service with an S3 API, instead of the emulator. */
const folder = mkdtempSync(join(tmpdir(), 'platemark-swift-'))
const server = await startSwift(folder).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
console.log(`file store: ${server.name} at ${server.endpoint}`)
process.on('exit', () => {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
})
const { name, endpoint, keys } = server
process.env.PLATEMARK_S3 = JSON.stringify({ name, endpoint, keys })
runFullTests(['apps/server/src/files/file-store.test.ts'])
