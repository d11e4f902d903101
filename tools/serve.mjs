// `npm run serve`: the built product for production, configured by a file and the environment.
import {
  fail,
  install,
  requireNode,
  run,
  SERVER_ENVIRONMENT,
  SERVER_FLAGS,
} from './bootstrap.mjs'
import { buildWeb } from './build.mjs'

requireNode()
try {
  await install()
  await buildWeb('production')
} catch (error) {
  fail(error.message)
}
run('apps/server/src/main.ts', process.argv.slice(2), {
  environment: { NODE_ENV: 'production', ...SERVER_ENVIRONMENT },
  flags: SERVER_FLAGS,
})
