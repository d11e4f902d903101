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

/** Files whose modules Vite must load: JSX, and a library whose calls are counted. */
const OF_VITE = [
  'apps/{web,widget}/{src,test}/**/*.test.ts',
  'apps/server/src/areas/collections/list-proofs.test.ts',
]

/** Runs the longest files first, and those of Vite last, because workers are not shared. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      if (LONGEST.some((file) => moduleId.endsWith(file))) return 0
      return project.name === 'vite' ? 2 : 1
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

const everywhere = {
  environment: 'node',
  // Files of one worker share its database and its modules.
  isolate: false,
  maxWorkers: 2,
  testTimeout: 20_000,
  hookTimeout: 60_000,
} as const

/** Server, packages and tools, on one PostgreSQL server and real chains, in two workers. */
export default defineConfig({
  test: {
    globalSetup: 'apps/server/test/template.ts',
    sequence: { sequencer: LongestFirst },
    maxWorkers: everywhere.maxWorkers,
    projects: [
      {
        test: {
          ...everywhere,
          name: 'node',
          include: [
            'apps/server/{src,test}/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: OF_VITE,
          // Node loads the sources itself, as in the product: faster, and compiled once.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { test: { ...everywhere, name: 'vite', include: OF_VITE } },
    ],
  },
})
