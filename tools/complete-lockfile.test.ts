import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completeLockfile, lockfileProblems } from './complete-lockfile.mjs'

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
  const text = lockfile({ 'node_modules/tool': { version: '1.0.0', resolved } })
  expect(lockfileProblems(text)).toHaveLength(1)
})

test('the lockfile of this repository is complete and names no host', () => {
  const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')
  expect(completeLockfile(text)).toEqual({ text, added: [] })
  expect(lockfileProblems(text)).toEqual([])
})
