import { processContext } from '../command-error.ts'
import { runOperator } from './command.ts'

process.exitCode = await runOperator(process.argv.slice(2), processContext)
