import { parseArgs } from 'node:util'
import { testChain } from '../../apps/server/test/chain.ts'
import { compareCases, explainCase } from '../agreement/agreement.ts'
import type { Found } from '../agreement/compare.ts'
import { compareDeployed } from '../agreement/deployed.ts'
import { openLens } from '../agreement/lens.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100000' },
    deployed: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    explain: { type: 'string' },
  },
})
const seed = Number(values.seed)
const from = Number(values.from)

const chain = await testChain()
try {
  process.exitCode = await main()
} finally {
  await chain.stop()
}

/**
 * Holds mint panel and contract against each other in `--rounds` cases of a seed, from `--from`
 * on, and `--deployed` more that are really played; `--explain N` shows one of the former.
 */
async function main(): Promise<number> {
  const lens = await openLens(chain)
  if (values.explain !== undefined) {
    const told = await explainCase(lens, chain.id, seed, Number(values.explain))
    console.dir(told, { depth: 6 })
    return told.differences.length > 0 ? 1 : 0
  }
  const rounds = { seed, from, to: from + Number(values.rounds) }
  const found = await compareCases(lens, chain.id, rounds, progress(10_000))
  tell('in a state that the node assumes', found)
  const stories = { seed, from, to: from + Number(values.deployed) }
  const played = await compareDeployed(lens, chain, stories, progress(100))
  tell('played on the chain', played)

  const failed = new Set([...found.differences, ...played.differences]).size
  const all = Number(values.rounds) + Number(values.deployed)
  console.log(`${all - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** Prints after every so many cases where another run could go on. */
function progress(every: number): (done: number) => void {
  return (done) => {
    if (done % every === 0) console.log(`compared up to --from ${done} of seed ${seed}`)
  }
}

function tell(how: string, { codes, differences }: Found): void {
  for (const difference of differences) console.log(difference)
  const counts = [...codes].map(([code, count]) => `${code} ${count}`).sort()
  console.log(`${how}: ${counts.join(', ')}`)
}
