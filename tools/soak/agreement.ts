import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { testChain } from '../../apps/server/test/chain.ts'
import { openLens } from '../agreement/lens.ts'
import { checkDeployed, checkRandomCases } from '../agreement/random-cases.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100000' },
    deployed: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const seed = Number(values.seed)
const chain = await testChain()

/** Compares mint panel and contract in `--rounds` random cases and `--deployed` collections. */
try {
  console.log(`seed ${seed}`)
  const lens = await openLens(chain)
  const counts = await checkRandomCases(lens, { numRuns: Number(values.rounds), seed })
  const codes = [...counts].map(([code, count]) => `${code} ${count}`).sort()
  console.log(`${values.rounds} random cases agree: ${codes.join(', ')}`)
  await checkDeployed(lens, { numRuns: Number(values.deployed), seed })
  console.log(`${values.deployed} deployed collections agree`)
} finally {
  await chain.stop()
}
