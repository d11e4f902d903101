import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress, compressedSize } from '@platemark/bundle/compression'
import { collectScripts } from '@platemark/bundle/scripts'
import type { Plugin, Rolldown } from 'vite'
import { checkContents, checkWeight } from '../budget.ts'
import { type Chunks, findChunk, listPageChunks, listStylesheets } from './bundle.ts'
import { deferApp } from './defer-app.ts'

/**
 * Finishes the browser's build in `outFolder`: inlines the stylesheet of all pages, writes
 * `shell.json` with the page's template, the sheet of each page and the hashes its policy needs,
 * compresses every asset, and measures the scripts of the first view.
 */
export function htmlShell(outFolder: string): Plugin {
  return {
    name: 'html-shell',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    writeBundle(_, bundle) {
      const folder = join(outFolder, 'web')
      const template = readFileSync(join(folder, 'index.html'), 'utf8')
      const sheets = [...template.matchAll(/\s*<link rel="stylesheet"[^>]*>/g)]
      const [sheet] = sheets
      if (!sheet || sheets.length > 1) {
        throw new Error(`The page needs exactly one stylesheet, it has ${sheets.length}.`)
      }
      const [entry, src] =
        /<script type="module"[^>]*src="([^"]+)"><\/script>/.exec(template) ?? []
      if (!entry || !src) throw new Error('The page has no script.')
      const css = readFileSync(join(folder, readHref(sheet[0])), 'utf8').trim()
      const html = template
        .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
        .replace(
          sheet[0],
          () => `${inlineStylesheet(css, [readHref(sheet[0])])}<!--sheet-->`,
        )
        .replace(entry, '')
        .replace('</body>', () => `${deferApp(src)}</body>`)
        .replace(/<script>([\s\S]*?)<\/script>/g, (_, text: string) =>
          minifyInlineScript(text),
        )
      const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
      const assets = readdirSync(join(folder, 'assets'))
      const chunks = listPageChunks(bundle)
      const pageSheets = pageStylesheets(folder, bundle, chunks)
      for (const name of assets.filter(isCompressible))
        compress(join(folder, 'assets', name))

      writeFileSync(
        join(outFolder, 'shell.json'),
        JSON.stringify({
          html,
          styles: [css, ...pageSheets.map((page) => page.css)].map(sha256),
          sheets: Object.fromEntries([
            ...pageSheets.map((page) => [page.id, page.html]),
            ...partStylesheets(bundle),
          ]),
          scripts: scripts.map(([, script = '']) => sha256(script)),
          font: findTextFont(assets),
          chunks,
          steps: measureSteps(folder, bundle, chunks),
        }),
      )
      // Served only with its parts filled in, never as a file.
      rmSync(join(folder, 'index.html'))
      checkContents(bundle, chunks)
      checkWeight(folder, chunks)
    },
  }
}

/** An inline script without the lines and spaces that only its readers need. */
function minifyInlineScript(script: string): string {
  return `<script>${script.replace(/^\s*\/\/.*\n|^\s+/gm, '')}</script>`
}

function readHref(link: string): string {
  const href = /href="\/([^"]+)"/.exec(link)?.[1]
  if (!href) throw new Error(`No address in ${link}`)
  return href
}

/** Painted parts that few addresses show: the HTML of those alone asks for their sheet. */
const partsWithStylesheet = { token: 'src/features/collection/token/token-view.tsx' }

/** The link to the stylesheet of each of these parts. */
function partStylesheets(bundle: Rolldown.OutputBundle) {
  return Object.entries(partsWithStylesheet).map(([id, module]) => {
    const files = listStylesheets(bundle, [findChunk(bundle, module)])
    return [id, files.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')]
  })
}

/** The stylesheet of each page, beside that of all pages, as it stands in its HTML. */
function pageStylesheets(folder: string, bundle: Rolldown.OutputBundle, chunks: Chunks) {
  const entry = listStylesheets(bundle, [findChunk(bundle, 'src/entry-client.ts')])
  return Object.entries(chunks).map(([id, files]) => {
    const own = listStylesheets(bundle, files).filter((file) => !entry.includes(file))
    const texts = own.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    const css = texts.join('\n')
    return { id, css, html: css && inlineStylesheet(css, own) }
  })
}

/** A sheet within the page, and links that are never fetched: the loader of scripts looks for them. */
function inlineStylesheet(css: string, files: string[]): string {
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`)
  return `<style>${css}</style>${links.join('')}`
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The text face is preloaded; the display face may come a little later. */
function findTextFont(assets: string[]): string {
  const name = assets.find((asset) => /^instrument-sans-common.*\.woff2$/.test(asset))
  if (!name) throw new Error('The text font is missing from the build.')
  return `/assets/${name}`
}

/** What connecting and signing in loads beyond a collection's page, and minting beyond that. */
function measureSteps(folder: string, bundle: Rolldown.OutputBundle, chunks: Chunks) {
  const first = chunks.collection ?? []
  const beyond = (module: string, known: string[]) => {
    const files = collectScripts(bundle, [findChunk(bundle, module)])
    return files.filter((file) => !known.includes(file))
  }
  const connect = beyond('src/features/session/runtime.tsx', first)
  const mint = beyond('src/features/mint/connected-mint-panel.tsx', [
    ...first,
    ...connect,
  ])
  const weighed = (files: string[]) => ({ files, bytes: compressedSize(folder, files) })
  return { connect: weighed(connect), mint: weighed(mint) }
}

/** Pictures and fonts are packed already. */
function isCompressible(file: string): boolean {
  return /\.(js|css|svg|json|txt)$/.test(file)
}
