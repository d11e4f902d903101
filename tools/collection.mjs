// `npm run collection -- create FILE.json` and further commands: the whole way of a collection through
// the API of a running Platemark.
import { install, requireNode, run } from './bootstrap.mjs'

requireNode()
await install()
// npm runs scripts in its own folder; paths of arguments are those of the caller's.
process.chdir(process.env.INIT_CWD ?? '.')
run('tools/collection/main.ts', process.argv.slice(2))
