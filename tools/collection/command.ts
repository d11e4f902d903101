import { Problem } from '@platemark/api/problem'
import * as z from 'zod/mini'
import { type CommandContext, CommandError } from '../command-error.ts'
import { listSentences } from '../local/collection.ts'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { readAirdrop } from './airdrop.ts'
import { readCreation } from './create.ts'
import { exportCollection } from './export.ts'
import { HELP } from './help.ts'
import { type CommandName, type Options, readOptions } from './options.ts'
import { createOutput, type Output } from './output.ts'
import { prepareCollection } from './prepare.ts'
import { publishCollection } from './publish.ts'
import { rehearseCollection } from './rehearse.ts'
import { readRevealing } from './reveal.ts'
import { type CommandWork, withSession } from './session.ts'
import { showStatus } from './status.ts'
import { readWorks } from './upload.ts'
import { UsageError } from './usage-error.ts'

/** Reads and checks the files of a command before anything is sent. */
const commands: Record<
  CommandName,
  (options: Options, output: Output) => Promise<CommandWork> | CommandWork
> = {
  create: readCreation,
  upload: readWorks,
  rehearse: () => rehearseCollection,
  prepare: () => prepareCollection,
  publish: () => publishCollection,
  airdrop: readAirdrop,
  reveal: readRevealing,
  export: () => exportCollection,
  status: () => showStatus,
}

/** Runs `npm run collection` with these arguments; returns the exit code: 0, 1 or 2. */
export async function runCollection(
  args: string[],
  context: CommandContext,
): Promise<number> {
  // Without a locale, every message of zod is "Invalid input".
  z.config(z.locales.en())
  const output = createOutput(context, args.includes('--json'))
  try {
    const options = readOptions(args)
    if (options === 'help') {
      context.print(HELP)
      return 0
    }
    const work = await commands[options.command](options, output)
    await withSession(options, { context, output }, work)
    return 0
  } catch (error) {
    output.failure(explain(error), error instanceof Problem ? error.code : null)
    return error instanceof UsageError ? 2 : 1
  }
}

/** Sentences for reasons of the system, by its code. */
const systemReasons: Record<string, string> = {
  ENOSPC: 'The disk is full. Free some space and run this again.',
  EACCES: 'No permission to write there:',
  EPERM: 'No permission to write there:',
  EROFS: 'No permission to write there:',
}

function explain(error: unknown): string[] {
  // The error of an unreachable server has its reason only in `cause`.
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return ['The Platemark at that address does not answer. Is it running? See --site.']
  }
  const isSentence =
    error instanceof CommandError ||
    error instanceof UsageError ||
    error instanceof CollectionFileError ||
    error instanceof Problem
  if (isSentence) return listSentences(error)
  if (!(error instanceof Error)) return [String(error)]
  const reason = 'code' in error ? systemReasons[String(error.code)] : undefined
  if (reason) return [reason.endsWith(':') ? `${reason} ${error.message}` : reason]
  return [error.message]
}
