import { parseArgs } from 'node:util'
import { browserOptions, runBrowser } from './run-browser.ts'

/** Parts of the run, so that one that was cut short goes on where it stopped. */
const PARTS = 8

/** The soak `journeys` runs the kinds: they move the clock of a chain. */
const others = ['--grep-invert', '@create-kinds']

const { seed, only, rounds, from } = parseArgs({
  options: {
    ...browserOptions,
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '20' },
  },
}).values

/**
 * Runs every browser test with every row of its tables; `--only` filters by title, `--seed` orders
 * the sign-in cases. Without `--only`, in parts, of which `--from` names the first, and then repeats
 * the collector's journey `--rounds` times. Stops at a part that failed.
 */
if (!(Number(from) >= 1 && Number(from) <= PARTS)) {
  console.error(`--from takes a part from 1 to ${PARTS}, not ${from}.`)
  process.exit(1)
}
console.log(`seed ${seed}`)
process.exit((await runAll()) ? 0 : 1)

async function runAll(): Promise<boolean> {
  if (only !== '')
    return runBrowser(seed, ['--grep', only.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')])
  for (let part = Number(from); part <= PARTS; part += 1) {
    console.log(`part ${part} of ${PARTS}; repeat with --seed ${seed} --from ${part}`)
    if (!(await runBrowser(seed, [...others, '--shard', `${part}/${PARTS}`])))
      return false
  }
  return (
    rounds === '0' || runBrowser(seed, ['--grep', '@journey', '--repeat-each', rounds])
  )
}
