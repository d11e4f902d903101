import { readConfiguration } from './configuration/configuration.ts'
import { explainStartError } from './explain-start-error.ts'
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
  process.stderr.write(`${explainStartError(error)}\n`)
  process.exit(1)
})
