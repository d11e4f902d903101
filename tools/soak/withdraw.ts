import { parseArgs } from 'node:util'
import { browserOptions, runBrowser } from './run-browser.ts'

/** Withdraws in the browser what a collection and its royalty split owe, declined and dropped too. */
const { seed } = parseArgs({ options: browserOptions }).values
process.exit((await runBrowser(seed, ['--grep', '@withdraw'])) ? 0 : 1)
