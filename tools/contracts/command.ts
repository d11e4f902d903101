import { BaseError } from 'viem'
import { ConfigurationError } from '../../apps/server/src/configuration/fields.ts'
import { type CommandContext, CommandError } from '../command-error.ts'
import { deployBadgeContract, verifyBadgeContract } from './badges.ts'
import { deploy } from './deploy.ts'
import { deployNameContracts, verifyNameContracts } from './names.ts'
import { HELP, readOptions } from './options.ts'
import { verify } from './verify.ts'

/** Runs `npm run contracts` with these arguments; returns the exit code. */
export async function runContracts(
  args: string[],
  { environment, print, printError }: CommandContext,
): Promise<number> {
  try {
    const options = readOptions(args)
    if (options === 'help') print(HELP)
    else if (options.verb === 'deploy') await deploy(options, environment, print)
    else if (options.verb === 'verify') await verify(options, print)
    else if (options.verb === 'deploy-names')
      await deployNameContracts(options, environment, print)
    else if (options.verb === 'verify-names') await verifyNameContracts(options, print)
    else if (options.verb === 'deploy-badges')
      await deployBadgeContract(options, environment, print)
    else await verifyBadgeContract(options, print)
    return 0
  } catch (error) {
    printError(explain(error))
    return 1
  }
}

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigurationError)
    return error.message
  // The long form repeats the address of the node, which may hold a key.
  if (error instanceof BaseError)
    return `The node answers: ${[error.shortMessage, error.details].join(' ')}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
