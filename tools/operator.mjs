// `npm run operator -- reports|audit|block|unblock|promote|sessions`: what only who runs a Platemark may do.
import { install, requireNode, run } from './bootstrap.mjs'

requireNode()
await install()
run('tools/operator/main.ts', process.argv.slice(2))
