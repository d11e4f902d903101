import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentFolder, readAcademy } from '@platemark/academy/read-academy'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { academyContent, findExplanation } from '../plugins/academy.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'academy-'))
})

/** Builds an app of one script for browsers; nothing is written. */
async function bundle(script: string, content?: string) {
  const root = mkdtempSync(join(folder, 'app-'))
  writeFileSync(join(root, 'main.js'), script)
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [academyContent(content)],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(root, 'main.js'), external: ['react/jsx-runtime'] },
    },
  })
  // Safe: one input without watching gives one result.
  const { output } = built as Rolldown.RolldownOutput
  return output.filter((one) => one.type === 'chunk')
}

/** Copies the content, with one file changed. */
function changed(path: string, change: (text: string) => string): string {
  const copy = join(mkdtempSync(join(folder, 'content-')), 'academy')
  mkdirSync(copy)
  cpSync(contentFolder, copy, { recursive: true })
  const file = join(copy, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  return copy
}

const everything = `
import { articles, tags, tracks } from 'virtual:academy'
import { articleModules } from 'virtual:academy/articles'
console.log(articles, tags, tracks, articleModules)
import('virtual:academy/glossary').then(({ glossary }) => console.log(glossary))
`

const [article] = readAcademy(contentFolder).english.articles
const [explanation = ''] =
  article?.quiz.questions.flatMap(({ options }) =>
    options.map((option) => option.explanation),
  ) ?? []

describe('the academy in the web app', { timeout: 60_000 }, () => {
  test('is a list, a chunk of each article and one of the glossary, without answers', async () => {
    const chunks = await bundle(everything)
    const code = chunks.map((chunk) => chunk.code).join('\n')
    expect(chunks).toHaveLength(18)
    const entry = chunks.find(({ isEntry }) => isEntry)?.code ?? ''
    expect(entry).toContain('Your wallet, explained without jargon')
    expect(entry).not.toContain('The things you collect are not inside your wallet.')
    expect(code).toContain('The things you collect are not inside your wallet.')
    expect(code).not.toContain('pass_percent')
    expect(explanation.length).toBeGreaterThan(20)
    expect(findExplanation(code, [explanation])).toBeUndefined()
  })

  test('is not built with an answer in a file for browsers', async () => {
    const leak = `${everything}\nconsole.log(${JSON.stringify(explanation)})`
    await expect(bundle(leak)).rejects.toThrow('contains an answer of a quiz')
  })

  test('is not built with a fault of the content, whose file and line it names', async () => {
    const hostile = changed('en/avoid-scams/article.mdx', (text) => {
      const lines = text.split('\n')
      lines.splice(39, 0, '', '<script>alert(1)</script>', '')
      return lines.join('\n')
    })
    await expect(bundle(everything, hostile)).rejects.toThrow(
      /academy\/en\/avoid-scams\/article\.mdx:41: <script> is not one of/,
    )
    const untagged = changed('en/avoid-scams/article.mdx', (text) =>
      text.replace(/^tags: .*$/m, 'tags: [luck]'),
    )
    await expect(bundle(everything, untagged)).rejects.toThrow('no tag luck')
  })

  test('is not built with an article that is too large', async () => {
    const words = () => Math.random().toString(36).slice(2)
    const long = changed('en/avoid-scams/article.mdx', (text) =>
      text.replace(
        '## In short',
        `\`\`\`text\n${Array.from({ length: 4000 }, words).join(' ')}\n\`\`\`\n\n## In short`,
      ),
    )
    await expect(bundle(everything, long)).rejects.toThrow('at most 25,000 are allowed')
  })
})
