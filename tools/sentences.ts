// Prints every text of the product that a person can read, by file: `npm run sentences [-- PATTERN]`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './program.ts'
import { listSentences } from './sentences/list-sentences.ts'

const all = [
  'apps/*/src/**/*.{ts,tsx}',
  'apps/*/{,public/}*.html',
  'packages/*/src/**/*.{ts,tsx}',
  'tools/{collection,local,operator}/**/*.ts',
].join(',')
const [pattern = all] = process.argv.slice(2)
const files = globSync(pattern.split(/,(?![^{]*\})/), { cwd: root })
  .filter((file) => /\.(tsx?|html)$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .sort()
const lines = files.flatMap((file) => {
  const sentences = listSentences(file, readFileSync(join(root, file), 'utf8'))
  return sentences.length === 0
    ? []
    : [
        '',
        file,
        ...sentences.map(({ line, text }) => `${String(line).padStart(5)}  ${text}`),
      ]
})
process.stdout.write(`${lines.join('\n').trim()}\n`)
