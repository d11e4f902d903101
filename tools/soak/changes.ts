import { parseArgs } from 'node:util'
import { browserOptions, runBrowser } from './run-browser.ts'

/** Changes live collections in the studio, over the notice, with the refusals of the forms. */
const { seed } = parseArgs({ options: browserOptions }).values
const args = ['--grep', '@changes', '--workers', '1']
process.exit((await runBrowser(seed, args)) ? 0 : 1)
