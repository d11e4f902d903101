import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md'),
]

test.each(documents)('every path named in %s exists', (document) => {
  const text = readFileSync(document, 'utf8')
  const named = [...pathsIn(text)]
  expect(
    named.length,
    'a document that names no path has nothing to check',
  ).toBeGreaterThan(0)
  const missing = named.filter(
    (path) => !existsSync(path) && !existsSync(join(dirname(document), path)),
  )
  expect(missing).toEqual([])
})

test('the lockfile names no host and is complete for every platform', () => {
  const lock = readFileSync('package-lock.json', 'utf8')
  expect(lock).not.toMatch(
    /https?:\/\/(?!.*(funding|sponsor|opencollective|tidelift))[^"]*\.tgz/,
  )
  expect(lock).not.toMatch(/"resolved": "https?:/)
})

test('every dependency is pinned exactly', () => {
  const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json')]
  expect(manifests.length).toBeGreaterThan(5)
  const loose = manifests.flatMap((file) => {
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    return Object.entries<string>({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${file}: ${name} ${version}`)
  })
  expect(loose).toEqual([])
})

/** Paths a document names: link targets that stay here, and code words that look like paths. */
function* pathsIn(text: string): Generator<string> {
  for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
    if (!/^[a-z]+:/.test(target)) yield target
  }
  const roots = '(?:apps|packages|contracts|content|e2e|bench|tools|docs|config|\\.ci)'
  for (const [, path = ''] of text.matchAll(
    new RegExp(`\`(${roots}/[\\w./@-]*)\``, 'g'),
  )) {
    // Build output does not exist before the first start.
    if (!/\/dist(\/|$)/.test(path)) yield path
  }
}
