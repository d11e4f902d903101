// `npm run collection -- create FILE.json`: makes a collection through the API of a running Platemark.
import { install, requireNode, run } from './bootstrap.mjs'

requireNode()
await install()
run('tools/local/collection-command.ts', process.argv.slice(2))
