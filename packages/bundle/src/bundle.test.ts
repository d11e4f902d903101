import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compress, compressedSize } from './compression.ts'
import { collectScripts } from './scripts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platemark-bundle-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a script loads its static imports, however deep, and no dynamic ones', async () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('home.js', "import { near } from './near.js'; near(); import('./later.js')")
  write('other.js', "import { near } from './near.js'; near()")
  write('near.js', "import { deep } from './deep.js'; export const near = () => deep()")
  write('deep.js', "export const deep = () => console.log('deep')")
  write('later.js', "console.log('later')")
  let bundle: Rolldown.OutputBundle = {}
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    plugins: [
      {
        name: 'keep',
        writeBundle(_, written) {
          bundle = written
        },
      },
    ],
    build: {
      modulePreload: false,
      minify: false,
      rolldownOptions: {
        input: ['home', 'other'].map((name) => join(folder, `${name}.js`)),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          codeSplitting: { groups: [{ name: (id) => /(near|deep)\.js$/.exec(id)?.[1] }] },
        },
      },
    },
  })
  expect(Object.keys(bundle)).toEqual(expect.arrayContaining(['near.js', 'later.js']))
  const brought = collectScripts(bundle, ['home.js'])
  expect(brought).toEqual(expect.arrayContaining(['home.js', 'near.js', 'deep.js']))
  expect(brought).not.toContain('later.js')
  expect(brought).not.toContain('other.js')
  expect(collectScripts(bundle, ['missing.js'])).toEqual([])
})

test('a file has both compressed forms, and the size of its brotli form', () => {
  const text = 'the same line\n'.repeat(500)
  for (const name of ['a.js', 'b.js']) {
    writeFileSync(join(folder, name), text)
    compress(join(folder, name))
  }
  const brotli = readFileSync(join(folder, 'a.js.br'))
  expect(String(brotliDecompressSync(brotli))).toBe(text)
  expect(String(gunzipSync(readFileSync(join(folder, 'a.js.gz'))))).toBe(text)
  expect(compressedSize(folder, ['a.js', 'b.js'])).toBe(2 * brotli.length)
  expect(() => compressedSize(folder, ['c.js'])).toThrow('ENOENT')
})
