import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { nameChain } from '../../apps/server/test/name-chain.ts'
import { compareLabels } from '../names/compare-labels.ts'
import { runTests } from '../run-tests.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const seed = Number(values.seed)
const chain = await nameChain(31_337)

/** Compares contract and server on `--rounds` random texts, then reads every vector of ENSIP-15. */
try {
  console.log(`seed ${seed}`)
  const labels = await compareLabels(chain, { count: Number(values.rounds), seed })
  console.log(`${values.rounds} random texts agree; ${labels} of them are labels`)
} finally {
  await chain.stop()
}
runTests(['apps/server/src/areas/names/vectors.test.ts'], {
  ...{ PLATEMARK_SOAK: '1', PLATEMARK_SEED: `${seed}` },
})
