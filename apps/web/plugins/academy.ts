import { globSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { contentFolder } from '@platemark/academy/read-academy'
import { type AcademyModules, openModules } from '@platemark/academy/write-modules'
import type { Plugin, Rolldown } from 'vite'

const PREFIX = 'virtual:'
const RESOLVED = '\0virtual:'

/** Maximum size of the chunk of one article, in bytes of brotli. */
const MAX_ARTICLE_BYTES = 25_000

/**
 * Provides the modules `virtual:academy…` of `academy-modules.d.ts` from the content in `folder`, for
 * browser and server alike. A fault of the content ends the build with its file and line, and so do
 * a chunk that is too large and an answer of a quiz in a file for browsers.
 */
export function academyContent(folder: string = contentFolder): Plugin {
  let modules: AcademyModules | undefined
  let isForServer = false
  return {
    name: 'academy-content',
    configResolved: ({ build }) => {
      isForServer = Boolean(build.ssr)
    },
    buildStart: () => {
      modules = undefined
    },
    watchChange: (file) => {
      if (file.startsWith(folder)) modules = undefined
    },
    resolveId: (id) => (id.startsWith(`${PREFIX}academy`) ? toResolved(id) : undefined),
    load(id) {
      if (!id.startsWith(`${RESOLVED}academy`)) return undefined
      modules ??= openModules(folder)
      for (const file of globSync('**/*.{mdx,yaml,svg,webp}', { cwd: folder }))
        this.addWatchFile(join(folder, file))
      const code = modules.write(id.slice(RESOLVED.length))
      if (code === undefined)
        throw new Error(`${id.slice(1)} is no module of the academy`)
      return code
    },
    generateBundle(_, bundle) {
      if (isForServer) return
      for (const output of Object.values(bundle)) checkOutput(output, modules)
    },
  }
}

function toResolved(id: string): string {
  return RESOLVED + id.slice(PREFIX.length)
}

/** Throws if a file of the web app is an article that is too large, or contains an answer. */
function checkOutput(
  output: Rolldown.OutputAsset | Rolldown.OutputChunk,
  modules: AcademyModules | undefined,
): void {
  const text = output.type === 'chunk' ? output.code : output.source
  const isArticle =
    output.type === 'chunk' &&
    output.moduleIds.some((id) => id.startsWith(`${RESOLVED}academy/article/`))
  const bytes = isArticle ? brotliCompressSync(text).length : 0
  if (bytes > MAX_ARTICLE_BYTES) {
    const most = MAX_ARTICLE_BYTES.toLocaleString('en')
    throw new Error(`${output.fileName} has ${bytes} bytes: at most ${most} are allowed`)
  }
  const explanation = findExplanation(String(text), modules?.explanations ?? [])
  if (explanation !== undefined) {
    throw new Error(`${output.fileName} contains an answer of a quiz: ${explanation}`)
  }
}

/**
 * Finds an explanation in a text, by the longest part of it that is written alike in any file;
 * undefined if there is none.
 */
export function findExplanation(
  text: string,
  explanations: readonly string[],
): string | undefined {
  return explanations.find((explanation) => {
    const [part = ''] = explanation
      .split(/[^A-Za-z0-9 ,.;:-]/)
      .sort((one, other) => other.length - one.length)
    return text.includes(part)
  })
}
