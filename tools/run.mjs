// Runs a TypeScript file of the repository on the pinned Node: `node tools/run.mjs FILE [ARGUMENTS]`.
import { fail, install, requireNode, run } from './bootstrap.mjs'

requireNode()
const [file, ...args] = process.argv.slice(2)
if (!file) fail('FILE is missing: node tools/run.mjs FILE [ARGUMENTS]')
await install()
run(file, args)
