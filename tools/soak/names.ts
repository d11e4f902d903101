import { runFullTests } from '../run-tests.ts'

/** Compares contract and server on `--rounds` random texts, then reads every vector of ENSIP-15. */
runFullTests(
  ['tools/names/labels.test.ts', 'apps/server/src/areas/names/vectors.test.ts'],
  ['rounds'],
)
