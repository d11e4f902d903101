import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startHigh } from '@platemark/rules/first-letter'
import {
  type Configuration,
  configure,
  readConfiguration,
  readSettings,
} from '../../apps/server/src/configuration/configuration.ts'
import { errorCode } from '../../apps/server/src/database/error-code.ts'
import {
  type CopyCounts,
  CopyError,
  copyFiles,
} from '../../apps/server/src/files/copy-files.ts'
import { openFileStore } from '../../apps/server/src/files/open-file-store.ts'
import { StorageProblem } from '../../apps/server/src/files/storage-problem.ts'
import { CommandError } from '../command-error.ts'
import type { Options } from './options.ts'

type Place = Pick<Configuration, 'file_store' | 'data_folder'>

/**
 * Copies every stored file from the store of the configuration to that of the configuration
 * file `to`, which the program uses next. Throws `CommandError`, `ConfigurationError` and
 * `FolderModeError`.
 */
export async function copyStoredFiles(
  to: string,
  { isJson, dataFolder }: Pick<Options, 'isJson' | 'dataFolder'>,
  environment: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<void> {
  const here = readConfiguration(environment)
  const from: Place =
    dataFolder === null ? here : { ...here, data_folder: resolve(dataFolder) }
  const next = readNext(to)
  requireDifferent(from, next)
  const source = await openFileStore(from)
  const target = await openFileStore(next)
  let shown = 0
  const counts = await copyFiles(source, target, (now) => {
    // Of a large copy a line for each twentieth.
    const part = Math.floor((20 * now.done_bytes) / Math.max(1, now.bytes))
    if (isJson || part === shown || part === 20) return
    shown = part
    print(`${part * 5}% of ${formatBytes(now.bytes)}: ${formatFiles(now.copied)} copied`)
  }).catch((error: unknown) => {
    if (error instanceof CopyError) throw new CommandError(explain(error, from, next))
    throw error
  })
  if (isJson) print(JSON.stringify(counts, null, 2))
  else for (const line of describeCopy(counts, from, next)) print(line)
  if (counts.damaged.length > 0) {
    throw new CommandError(
      `Damaged, and not copied: ${counts.damaged.join(', ')}. Put them back from a backup, and repeat the command.`,
    )
  }
}

/** Reads the file alone: the environment has the settings of the present program. */
function readNext(to: string): Place {
  const file = resolve(to)
  if (!existsSync(file)) {
    throw new CommandError(
      `${file} does not exist. Write the configuration with the new file_store into a file, and name it with --to.`,
    )
  }
  const { settings, base } = readSettings({ PLATEMARK_CONFIG: file })
  return configure(settings, {}, base)
}

function requireDifferent(from: Place, next: Place): void {
  if (from.file_store.kind === 'disk') {
    const folder = join(from.data_folder, 'files')
    if (!existsSync(folder)) {
      throw new CommandError(
        `${from.data_folder} holds no files of Platemark. Name the data folder with --data, or in the configuration.`,
      )
    }
  }
  if (identify(from) !== identify(next)) return
  throw new CommandError(
    `Both configurations keep files in ${describePlace(from)}. Change file_store or data_folder in the file of --to.`,
  )
}

/** Returns a text that two configurations of the same store share. */
function identify({ file_store, data_folder }: Place): string {
  const { kind, bucket, endpoint, prefix } = file_store
  if (kind === 's3') return JSON.stringify([endpoint, bucket, prefix])
  const folder = join(data_folder, 'files')
  return existsSync(folder) ? realpathSync(folder) : folder
}

function describePlace({ file_store, data_folder }: Place): string {
  const { kind, bucket, endpoint, region } = file_store
  if (kind === 'disk') return `the folder ${join(data_folder, 'files')}`
  return `the bucket ${bucket} of ${endpoint ?? `Amazon S3 in ${region}`}`
}

function describeCopy(counts: CopyCounts, from: Place, next: Place): string[] {
  const { files, copied, copied_bytes, present, gone, damaged } = counts
  const rest = [
    `${formatFiles(present)} there before`,
    ...(gone > 0 ? [`${formatFiles(gone)} deleted meanwhile`] : []),
    ...(damaged.length > 0 ? [`${formatFiles(damaged.length)} damaged`] : []),
  ]
  return [
    `Copied ${formatFiles(copied)} (${formatBytes(copied_bytes)}) of ${files.toLocaleString('en')} from ${describePlace(from)} to ${describePlace(next)}; ${rest.join(', ')}.`,
  ]
}

const reasons = {
  full: ['is full', 'Make room in it'],
  refused: ['cannot be used', 'See that it is there and may be used'],
  away: ['does not answer', 'See that it runs and can be reached'],
} as const

/** Returns which store failed, why, and what to do. */
function explain(error: CopyError, from: Place, next: Place): string {
  const place = describePlace(error.end === 'source' ? from : next)
  const problem = findStorageProblem(error)
  const [reason, advice] = problem
    ? reasons[problem.state]
    : ['failed', 'See what it has']
  return `${startHigh(place)} ${reason} (${findCause(error)}). ${advice}, and repeat the command: what was copied is not copied again.`
}

function findStorageProblem(error: unknown): StorageProblem | undefined {
  if (error instanceof StorageProblem) return error
  return error instanceof Error ? findStorageProblem(error.cause) : undefined
}

/** Returns the code of the innermost cause, or its words. */
function findCause(error: Error): string {
  if (error.cause instanceof Error) return findCause(error.cause)
  const code = errorCode(error)
  if (code !== undefined) return String(code)
  return error.name === 'Error' ? error.message : error.name
}

function formatFiles(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`
}

function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = bytes === 0 ? 0 : Math.floor(Math.log10(bytes) / 3)
  const unit = Math.min(step, units.length - 1)
  const digits = unit === 0 ? 0 : 1
  return `${(bytes / 1000 ** unit).toFixed(digits)} ${units[unit]}`
}
