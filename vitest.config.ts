import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take long: begun late, they would leave the other worker idle at the end. */
const LONGEST = [
  'tools/indexer/simulation.test.ts',
  'tools/local/main.test.ts',
  'tools/collection/whole-way.test.ts',
  'tools/operator/operator.test.ts',
  'apps/server/src/indexer/takeover.test.ts',
  'apps/server/src/app-fuzz.test.ts',
  'apps/server/src/app-limits.test.ts',
]

/** Runs the longest files first, and the others in the usual order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Server, packages and tools, on one PostgreSQL server and real chains, in two workers. */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'apps/server/test/template.ts',
    include: [
      'apps/*/{src,test}/**/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    // Files of one worker share its database and its modules.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
