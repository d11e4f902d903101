// `npm run contracts -- deploy|verify`: puts the contracts of an installation on a chain, and checks them.
import { install, requireNode, run } from './bootstrap.mjs'

requireNode()
await install()
run('tools/contracts/main.ts', process.argv.slice(2))
