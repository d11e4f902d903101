import { globSync, readFileSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import configuration from '../.dependency-cruiser.mjs'

const folders = ['apps', 'packages', 'tools', 'e2e']

test('every import follows the table of ARCHITECTURE.md', async () => {
  const { forbidden, options } = configuration
  const { output } = await cruise(folders, {
    ...options,
    ruleSet: { forbidden: forbidden ?? [] },
    validate: true,
  })
  if (typeof output === 'string') throw new Error(output)
  const { violations, totalCruised } = output.summary

  expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual(
    [],
  )
  // Without a TypeScript parser the check would read no file and pass.
  const sources = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, {
      exclude: (path) => /(^|\/)(node_modules|dist|\.tsc|\.cache)(\/|$)/.test(path),
    }),
  )
  expect(totalCruised).toBeGreaterThanOrEqual(sources.length)
  expect(sources.length).toBeGreaterThan(100)
}, 300_000)

test('no folder has a vague name, and no file is a barrel', () => {
  const vague = globSync(
    '{apps,packages,tools,e2e}/**/{utils,helpers,types,constants,common}',
    {
      exclude: (path) => /(^|\/)(node_modules|dist|\.tsc)(\/|$)/.test(path),
    },
  )
  const barrels = globSync('{apps,packages,tools,e2e}/**/index.{ts,tsx}', {
    exclude: (path) => /(^|\/)(node_modules|dist|\.tsc)(\/|$)/.test(path),
  })
  expect([...vague, ...barrels]).toEqual([])
})

test("only the two stores and the preferences use the browser's storage, which may be forbidden", () => {
  const allowed = [
    'apps/web/src/ui/preference-cookie.ts',
    'packages/mint/src/browser-store.ts',
    'packages/mint/src/record-store.ts',
  ]
  const sources = globSync('{apps/{web,widget},packages/*}/src/**/*.{ts,tsx}', {
    exclude: (path) => /\.test\.ts$/.test(path),
  })
  expect(sources).toEqual(expect.arrayContaining(allowed))
  const users = sources.filter((file) => {
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    return /\b(localStorage|sessionStorage|indexedDB|caches\.open|cookieStore)\b|document\.cookie/.test(
      code,
    )
  })
  expect(users.sort()).toEqual(allowed)
})

test('every home has tests', () => {
  const homes = [
    ...globSync('packages/*/src'),
    ...globSync(
      'apps/server/src/{areas/*,indexer,http,database,configuration,events,pages,files}',
    ),
    ...globSync('apps/web/src/{features/*,lib}'),
    'tools',
  ].filter((home) => home !== 'packages/abi/src')
  expect(homes.length).toBeGreaterThan(18)
  const untested = homes.filter(
    (home) => globSync(`${home}/**/*.test.{ts,tsx}`).length === 0,
  )
  expect(untested).toEqual([])
})
