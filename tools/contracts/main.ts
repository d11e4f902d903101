import { processContext } from '../command-error.ts'
import { runContracts } from './command.ts'

process.exitCode = await runContracts(process.argv.slice(2), processContext)
