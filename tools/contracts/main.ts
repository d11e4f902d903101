import { BaseError } from 'viem'
import { CommandError } from '../command-error.ts'
import { deploy } from './deploy.ts'
import { HELP, readOptions } from './options.ts'
import { verify } from './verify.ts'

const print = (line: string) => console.log(line)

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') print(HELP)
  else if (options.verb === 'deploy') await deploy(options, print)
  else await verify(options, print)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function explain(error: unknown): string {
  if (error instanceof CommandError) return error.message
  // The long form repeats the address of the node, which may hold a key.
  if (error instanceof BaseError)
    return `The node answers: ${[error.shortMessage, error.details].join(' ')}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
