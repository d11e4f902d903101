import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { findNetwork } from '@platemark/chains/networks'
import {
  type CommandInput,
  type CommandName,
  type CommandResult,
  commands,
} from '../../apps/server/src/areas/moderation/commands.ts'
import {
  type OperatorRequest,
  type OperatorResponse,
  operatorSocketPath,
} from '../../apps/server/src/areas/moderation/operator-socket.ts'
import { connectChains } from '../../apps/server/src/configuration/chains.ts'
import {
  type Configuration,
  readConfiguration,
} from '../../apps/server/src/configuration/configuration.ts'
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../apps/server/src/database/database.ts'
import { isMigrated } from '../../apps/server/src/database/migrate.ts'
import { openFileStore } from '../../apps/server/src/files/open-file-store.ts'
import { CommandError } from '../command-error.ts'
import type { Options } from './options.ts'

/** Runs one command in the program or on the database. Throws `CommandError` or `Refusal`. */
export type Send = <N extends CommandName>(
  act: N,
  input: CommandInput<N>,
) => Promise<CommandResult<N>>

export type OperatorClient = { send: Send; close(): Promise<void> }

/**
 * Connects to the database, or to the program that holds it. Throws `CommandError`, and the errors
 * of reading the configuration and opening the database.
 */
export async function connectOperator(
  { dataFolder, by }: Pick<Options, 'dataFolder' | 'by'>,
  environment: NodeJS.ProcessEnv,
): Promise<OperatorClient> {
  const configuration = readConfiguration(environment)
  if (dataFolder === null && configuration.database_url) {
    return connectDatabase({ url: configuration.database_url }, configuration, by)
  }
  const folder = dataFolder === null ? configuration.data_folder : resolve(dataFolder)
  if (!existsSync(join(folder, 'database'))) {
    throw new CommandError(
      `${folder} holds no database of Platemark. Name the data folder with --data, or the database with DATABASE_URL.`,
    )
  }
  try {
    return await connectDatabase({ folder }, configuration, by)
  } catch (error) {
    const isRunning = error instanceof Error && error.name === 'FolderInUseError'
    if (!isRunning) throw error
    return { send: sendToProgram(folder, by), close: async () => {} }
  }
}

async function connectDatabase(
  place: DatabaseLocation,
  configuration: Configuration,
  by: string,
): Promise<OperatorClient> {
  const { database, close } = await openDatabase(place)
  try {
    await requireMigrated(database)
  } catch (error) {
    await close()
    throw error
  }
  const context = {
    database,
    configuration,
    chains: chainsOf(configuration),
    clock: () => new Date(),
    by,
    openInstance: async () => ({
      files: await openFileStore(configuration),
      chains: connectChains(configuration),
      configuration,
    }),
  }
  // Safe: input and result belong to the same command; TypeScript cannot follow it through N.
  const send = ((act: CommandName, input: never) => commands[act](context, input)) as Send
  return { send, close }
}

async function requireMigrated(database: Database): Promise<void> {
  const isReady = await isMigrated(database).catch((error: unknown) => {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  })
  if (isReady) return
  throw new CommandError(
    'The database is not one of this version of Platemark yet. Start this version once, then repeat.',
  )
}

/** Returns the networks of the configuration; without any, those that `npm start` runs. */
function chainsOf({ networks }: Configuration): { id: number; alias: string }[] {
  if (networks.length > 0) return networks
  return ['local', 'local-two'].flatMap((alias) => findNetwork(alias) ?? [])
}

/** Returns a function that sends commands to the program that holds the folder. */
function sendToProgram(folder: string, by: string): Send {
  const path = operatorSocketPath(folder)
  return async (act, input) => {
    const answer = await send(path, { act, input, by })
    if ('refused' in answer) throw new CommandError(answer.refused)
    // Safe: the program returns the result of this command, and both are of one version.
    return answer.done as never
  }
}

async function send(path: string, question: OperatorRequest): Promise<OperatorResponse> {
  const socket = createConnection(path)
  try {
    await new Promise<void>((opened, failed) => {
      socket.once('connect', opened)
      socket.once('error', failed)
    })
    socket.end(JSON.stringify(question))
    // Safe: the program sends one of the two variants.
    return JSON.parse(await text(socket)) as OperatorResponse
  } catch {
    throw new CommandError(
      'The program that holds the data folder does not take commands right now. If it is starting, try again in a moment. Otherwise stop it, repeat this command, and start it again.',
    )
  } finally {
    socket.destroy()
  }
}
