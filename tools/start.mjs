// `npm start` and `npm run dev`: the whole product on this machine, with embedded chains and database.
import { fail, install, requireNode, run, SERVER_ENVIRONMENT } from './bootstrap.mjs'
import { buildWeb } from './build.mjs'

requireNode()
const args = process.argv.slice(2)
const isAsking = args.includes('--help') || args.includes('-h')
const isDevelopment = args.includes('--dev')

try {
  await install()
  if (!isAsking && !isDevelopment) await buildWeb('demo')
} catch (error) {
  fail(error.message)
}
run('tools/local/main.ts', args, { environment: SERVER_ENVIRONMENT })
