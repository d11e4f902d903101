import { runFullTests } from '../run-tests.ts'

/** Simulates `--rounds` chains with faults, reorganisations and kills; `--from` is the first seed. */
runFullTests(['tools/indexer/simulation.test.ts'], ['rounds', 'from'])
