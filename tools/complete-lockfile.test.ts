import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  completeLockfile,
  fillIntegrity,
  lockfileProblems,
} from './complete-lockfile.mjs'

const lockfile = (packages: object) =>
  `${JSON.stringify({ name: 'x', lockfileVersion: 3, packages }, null, 2)}\n`

test('a platform package that was left out gets an entry from its name', () => {
  const text = lockfile({
    '': { name: 'x' },
    'node_modules/tool': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/core-darwin-arm64': '1.0.0',
        '@tool/core-linux-amd64': '1.0.0',
        '@tool/core-linux-x64-musl': '1.0.0',
        'not-exact': '^1.0.0',
      },
    },
    'node_modules/@tool/core-linux-amd64': { version: '1.0.0', optional: true },
  })
  const { text: wanted, added } = completeLockfile(text)
  expect(added).toEqual(['@tool/core-darwin-arm64', '@tool/core-linux-x64-musl'])
  const { packages } = JSON.parse(wanted)
  expect(packages['node_modules/@tool/core-darwin-arm64']).toEqual({
    version: '1.0.0',
    cpu: ['arm64'],
    dev: true,
    optional: true,
    os: ['darwin'],
  })
  expect(packages['node_modules/@tool/core-linux-x64-musl'].libc).toEqual(['musl'])
  expect(completeLockfile(wanted)).toEqual({ text: wanted, added: [] })
})

test('a package whose name has no known platform is an error', () => {
  const text = lockfile({
    'node_modules/tool': { version: '1.0.0', optionalDependencies: { plain: '1.0.0' } },
  })
  expect(() => completeLockfile(text)).toThrow(
    'package name has no known platform: got plain',
  )
})

test('a download address is a problem', () => {
  const resolved = 'https://packages.example.org/tool/-/tool-1.0.0.tgz'
  const text = lockfile({
    'node_modules/tool': { version: '1.0.0', resolved, integrity },
  })
  expect(lockfileProblems(text)).toEqual([expect.stringContaining('names a host')])
})

const integrity = `sha512-${'a'.repeat(86)}==`

test.each([
  ['without integrity', { version: '1.0.0' }],
  ['for another platform', { version: '1.0.0', optional: true, os: ['darwin'] }],
  [
    'with a weak hash',
    { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
  ],
  ['with a cut hash', { version: '1.0.0', integrity: integrity.slice(0, -20) }],
  ['from a repository', { version: '1.0.0', resolved: 'git+ssh:tool#1234567' }],
])('a package %s is a problem', (_, entry) => {
  for (const path of ['node_modules/@x/tool', 'apps/web/node_modules/tool']) {
    expect(lockfileProblems(lockfile({ [path]: entry }))).toEqual([
      `${path} 1.0.0 has no SHA-512 integrity; run npm run gen:lockfile, and pin a version that the registry has`,
    ])
  }
})

test('workspaces and bundled packages need no integrity', () => {
  const text = lockfile({
    '': { name: 'x' },
    'apps/web': { version: '1.0.0' },
    'node_modules/@x/web': { resolved: 'apps/web', link: true },
    'node_modules/tool': { version: '1.0.0', integrity },
    'node_modules/tool/node_modules/part': { version: '1.0.0', inBundle: true },
  })
  expect(lockfileProblems(text)).toEqual([])
})

test('a missing integrity is filled where the registry has the version', () => {
  const text = lockfile({
    'node_modules/@x/tool': { version: '1.0.0', cpu: ['x64'] },
    'node_modules/a/node_modules/gone': { version: '2.0.0' },
    'node_modules/kept': { version: '3.0.0', integrity: 'sha512-kept' },
  })
  const lookUp = (name: string, version: string) =>
    name === '@x/tool' && version === '1.0.0' ? integrity : undefined
  const { packages } = JSON.parse(fillIntegrity(text, lookUp))
  expect(packages['node_modules/@x/tool']).toEqual({
    version: '1.0.0',
    integrity,
    cpu: ['x64'],
  })
  expect(packages['node_modules/a/node_modules/gone'].integrity).toBeUndefined()
  expect(packages['node_modules/kept'].integrity).toBe('sha512-kept')
})

test('the lockfile of this repository is complete, with hashes and without hosts', () => {
  const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')
  expect(completeLockfile(text)).toEqual({ text, added: [] })
  expect(lockfileProblems(text)).toEqual([])
})
