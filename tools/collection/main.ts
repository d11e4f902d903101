import { processContext } from '../command-error.ts'
import { runCollection } from './command.ts'

process.exitCode = await runCollection(process.argv.slice(2), processContext)
