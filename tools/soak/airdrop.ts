import { parseArgs } from 'node:util'
import { browserOptions, runBrowser } from './run-browser.ts'

/** Sends an airdrop of 1,000 rows in the browser, and closes its page twice meanwhile. */
const { seed } = parseArgs({ options: browserOptions }).values
process.exit((await runBrowser(seed, ['--grep', '@airdrop'])) ? 0 : 1)
