import { defineConfig } from 'vitest/config'

const globalSetup = 'apps/server/test/template.ts'

/** What only a PostgreSQL server does. */
const onlyServer = 'apps/server/src/**/postgres.test.ts'

/**
 * Server, packages and tools, with real databases and real chains, in two workers. What
 * stores anything runs twice: on the embedded database and on a PostgreSQL server.
 */
export default defineConfig({
  test: {
    environment: 'node',
    // Files of one worker share its database; opening one for each would take minutes.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          globalSetup,
          include: [
            'apps/*/{src,test}/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', onlyServer],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          globalSetup,
          include: [
            'apps/server/src/{areas,follower}/**/*.test.ts',
            'apps/server/src/app*.test.ts',
            'apps/server/src/platform/database.test.ts',
            onlyServer,
          ],
          exclude: [
            '**/node_modules/**',
            // They speak to no database, or start a server of their own.
            'apps/server/src/follower/{endpoints/**,takeover.test.ts}',
          ],
        },
      },
    ],
  },
})
