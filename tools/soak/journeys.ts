import { parseArgs } from 'node:util'
import { browserOptions, runBrowser } from './run-browser.ts'

/**
 * Makes each kind of collection in the wizard and mints from it, with prices and shares by
 * `--seed`. `--from` names the first kind of the table; stops at one that failed.
 */
const { seed, from } = parseArgs({ options: browserOptions }).values
console.log(`seed ${seed}`)
const args = ['--grep', '@create-kinds', '--max-failures', '1']
process.exit((await runBrowser(seed, args, { PLATEMARK_FROM: from })) ? 0 : 1)
