import { type CommandContext, CommandError } from '../command-error.ts'
import { connectOperator } from './client.ts'
import { runCommand } from './commands.ts'
import { copyStoredFiles } from './copy-files.ts'
import { HELP } from './help.ts'
import { readOptions } from './options.ts'
import { verifyBundle } from './verify-bundle.ts'
import { verifyCampaign } from './verify-campaign.ts'

/** Names of errors that are printed without a stack. */
const sentences = new Set([
  'ConfigurationError',
  'DatabaseUnreachableError',
  'FolderModeError',
  'FolderVersionError',
  'CommandRefusedError',
])

/** Runs `npm run operator` with these arguments; returns the exit code. */
export async function runOperator(
  args: string[],
  context: CommandContext,
): Promise<number> {
  try {
    await run(args, context)
    return 0
  } catch (error) {
    context.printError(explain(error))
    return 1
  }
}

async function run(args: string[], { environment, print }: CommandContext) {
  const options = readOptions(args)
  if (options === 'help') return print(HELP)
  const { command } = options
  if (command.verb === 'copy files') {
    return copyStoredFiles(command.to, options, environment, print)
  }
  if (command.verb === 'verify') return verifyBundle(command, options, print)
  if (command.verb === 'verify campaign') return verifyCampaign(command, options, print)
  const { send, close } = await connectOperator(options, environment)
  try {
    await runCommand({ ...options, command }, send, print)
  } finally {
    await close()
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isSentence = error instanceof CommandError || sentences.has(error.name)
  return isSentence ? error.message : (error.stack ?? error.message)
}
