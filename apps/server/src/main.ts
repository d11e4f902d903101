import { readConfiguration } from './configuration/configuration.ts'
import { restrictNewFiles } from './files/private-folder.ts'
import { limitHeapGrowth } from './heap.ts'
import { startServer } from './server.ts'

/** Runs the server until a signal, or until its parent process ends. */
async function main(): Promise<void> {
  limitHeapGrowth()
  restrictNewFiles()
  const server = await startServer(readConfiguration(process.env))
  process.stdout.write(`Platemark answers at ${server.url}\n`)

  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    await server.stop()
    process.exit(code)
  }
  process.on('SIGINT', () => stop(130))
  process.on('SIGTERM', () => stop(143))
  process.on('SIGHUP', () => stop(129))
  process.on('disconnect', () => stop(1))
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})

/** Returns a single sentence for errors that the operator can act on, else the stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (sentences.has(error.name)) return error.message
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${error.port} is taken by another program. Choose another with PORT.`
  }
  return error.stack ?? error.message
}

const sentences = new Set([
  'ConfigurationError',
  'DatabaseUnreachableError',
  'FolderInUseError',
  'FolderModeError',
  'FolderVersionError',
  'SchemaMismatchError',
])
