import { defineConfig } from 'vitest/config'

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
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
