import { defineConfig } from 'vitest/config'

/** Server, packages and tools: the real database and the real chain, in two workers. */
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'apps/*/src/**/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    globalSetup: 'apps/server/src/platform/test-template.ts',
    // Files of one worker share its database; opening one for each would take minutes.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
