import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { collectScripts } from '@platemark/bundle/scripts'
import type { Rolldown } from 'vite'

const webFolder = join(import.meta.dirname, '..')

/** Script files of each page, keyed by route id. */
export type Chunks = Record<string, string[]>

/** Ids of routes that no file can be named after, by file. */
const otherIds: Record<string, string> = {
  'academy-article': 'academy_detail',
  'not-found': '404',
}

/** Returns the script files of every page. Throws when the build lacks one. */
export function listPageChunks(bundle: Rolldown.OutputBundle): Chunks {
  const routes = readdirSync(join(webFolder, 'src/routes'))
  const pages = routes.filter((file) => file.endsWith('.tsx'))
  return Object.fromEntries(
    pages.map((page) => {
      const modules = ['src/entry-client.ts', 'src/hydrate.tsx', `src/routes/${page}`]
      const roots = modules.map((module) => findChunk(bundle, module))
      const name = basename(page, '.tsx')
      return [otherIds[name] ?? name, collectScripts(bundle, roots)]
    }),
  )
}

/** Returns the file name of the chunk that contains a module. */
export function findChunk(bundle: Rolldown.OutputBundle, module: string): string {
  const id = join(webFolder, module)
  const chunk = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.moduleIds.includes(id),
  )
  if (!chunk) throw new Error(`build output has no module ${module}`)
  return chunk.fileName
}

/** Returns the stylesheets that the given scripts import. */
export function listStylesheets(
  bundle: Rolldown.OutputBundle,
  files: string[],
): string[] {
  return files.flatMap((file) => {
    const chunk = bundle[file]
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
  })
}
