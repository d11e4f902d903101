import { restrictNewFiles } from '../../apps/server/src/files/private-folder.ts'
import { explainError } from './explain-error.ts'
import { help, type Options, readOptions } from './options.ts'
import { startProduct } from './product.ts'

/** Ctrl-C arrives twice at once, from the terminal and from the bootstrap. */
const FORCE_AFTER_MS = 2000

/** Cleanup functions in the order of opening, called in reverse. */
type Ends = (() => Promise<unknown> | unknown)[]

await main()

async function main(): Promise<void> {
  const started = performance.now()
  restrictNewFiles()
  const ends: Ends = []
  const stop = createStop(ends)
  process.on('SIGINT', () => stop(130))
  process.on('SIGTERM', () => stop(143))
  process.on('SIGHUP', () => stop(129))
  // The parent process has ended, even if by SIGKILL.
  process.on('disconnect', () => stop(1))
  try {
    const options = readOptions(process.argv.slice(2))
    if (options === 'help') {
      console.log(help)
      return await stop(0)
    }
    await startProduct(options, {
      ends,
      log: (line) => console.log(line),
      onLost: (sentence) => {
        console.error(sentence)
        stop(1)
      },
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    printNextSteps(options, seconds)
  } catch (error) {
    // Errors during shutdown are expected.
    if (!stop.isStopping()) console.error(explainError(error))
    await stop(1)
  }
}

function printNextSteps(options: Options, seconds: string): void {
  const { port, chainPort } = options
  const address = `http://localhost:${port}`
  const invitation = options.isEmpty
    ? 'There is nothing here yet. Connect Wallet, choose Demo wallet, and sign in.'
    : 'Connect Wallet, choose Demo wallet, sign in, and mint from a live drop.'
  console.log(`
Platemark is ready at ${address}   (${seconds} s)

  ${invitation}
  Your own wallet works too: chain 31337 at http://127.0.0.1:${chainPort}, test funds from the account menu.
  Make a collection of your own: npm run collection -- create docs/examples/collection.json --site ${address}

Everything is kept in ${options.dataFolder}. Ctrl-C stops it; npm start -- --reset begins afresh.`)
}

type Stop = ((code: number) => Promise<void>) & { isStopping(): boolean }

/** Returns a function that runs the cleanup, then exits; a later second call exits at once. */
function createStop(ends: Ends): Stop {
  let since: number | undefined
  const stop = async (code: number): Promise<void> => {
    if (since !== undefined) {
      if (Date.now() - since > FORCE_AFTER_MS) process.exit(code)
      return
    }
    since = Date.now()
    for (const end of ends.splice(0).reverse()) {
      try {
        await end()
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
      }
    }
    process.exit(code)
  }
  return Object.assign(stop, { isStopping: () => since !== undefined })
}
