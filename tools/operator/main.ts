import { CommandError } from '../command-error.ts'
import { connectOperator } from './client.ts'
import { runCommand } from './commands.ts'
import { HELP } from './help.ts'
import { readOptions } from './options.ts'

/** Names of errors that are printed without a stack. */
const sentences = new Set([
  'ConfigurationError',
  'DatabaseUnreachableError',
  'FolderModeError',
  'FolderVersionError',
  'CommandRefusedError',
])

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args)
  if (options === 'help') return console.log(HELP)
  const { send, close } = await connectOperator(options, process.env)
  try {
    await runCommand(options, send, (line) => console.log(line))
  } finally {
    await close()
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isSentence = error instanceof CommandError || sentences.has(error.name)
  return isSentence ? error.message : (error.stack ?? error.message)
}
