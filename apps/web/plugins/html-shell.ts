import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress, compressedSize } from '@platemark/bundle/compression'
import { collectScripts } from '@platemark/bundle/scripts'
import type { Plugin, Rolldown } from 'vite'
import {
  checkAbstractWallet,
  checkContents,
  checkWeight,
  checkWizard,
} from '../budget.ts'
import { type Chunks, findChunk, listPageChunks, listStylesheets } from './bundle.ts'
import { deferApp } from './defer-app.ts'

/**
 * Finishes the browser build in `outFolder`: inlines the shared stylesheet, writes
 * `shell.json` (template, page stylesheets and CSP hashes), compresses every asset and
 * checks the budgets.
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
        throw new Error(
          `index.html must have exactly one stylesheet: got ${sheets.length}`,
        )
      }
      const [entry, src] =
        /<script type="module"[^>]*src="([^"]+)"><\/script>/.exec(template) ?? []
      if (!entry || !src) throw new Error('index.html has no module script')
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
      // The template is served only with its placeholders filled, never as a file.
      rmSync(join(folder, 'index.html'))
      checkContents(bundle, chunks)
      checkWeight(folder, chunks)
      checkWizard(folder, bundle, chunks)
      checkAbstractWallet(folder, bundle)
    },
  }
}

/** Removes comments and indentation from an inline script. */
function minifyInlineScript(script: string): string {
  return `<script>${script.replace(/^\s*\/\/.*\n|^\s+/gm, '')}</script>`
}

function readHref(link: string): string {
  const href = /href="\/([^"]+)"/.exec(link)?.[1]
  if (!href) throw new Error(`link has no href: ${link}`)
  return href
}

/** Server-rendered parts that few URLs show; only their HTML links their stylesheet. */
const partsWithStylesheet = { token: 'src/features/collection/token/token-view.tsx' }

/** Returns the stylesheet link of each of these parts. */
function partStylesheets(bundle: Rolldown.OutputBundle) {
  return Object.entries(partsWithStylesheet).map(([id, module]) => {
    const files = listStylesheets(bundle, [findChunk(bundle, module)])
    return [id, files.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')]
  })
}

/** Returns the inlined stylesheet of each page, without the shared rules. */
function pageStylesheets(folder: string, bundle: Rolldown.OutputBundle, chunks: Chunks) {
  const entry = listStylesheets(bundle, [findChunk(bundle, 'src/entry-client.ts')])
  return Object.entries(chunks).map(([id, files]) => {
    const own = listStylesheets(bundle, files).filter((file) => !entry.includes(file))
    const texts = own.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    const css = texts.join('\n')
    return { id, css, html: css && inlineStylesheet(css, own) }
  })
}

/**
 * Inlines a stylesheet and adds disabled links, which Vite's preload helper takes for
 * loaded.
 */
function inlineStylesheet(css: string, files: string[]): string {
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`)
  return `<style>${css}</style>${links.join('')}`
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Returns the text font, which is preloaded; the display font may arrive later. */
function findTextFont(assets: string[]): string {
  const name = assets.find((asset) => /^instrument-sans-common.*\.woff2$/.test(asset))
  if (!name) throw new Error('build output has no text font')
  return `/assets/${name}`
}

/**
 * Returns the scripts that connecting loads beyond the collection page, and minting
 * beyond that.
 */
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

/**
 * Returns whether an asset is worth compressing: images and fonts are compressed already.
 */
function isCompressible(file: string): boolean {
  return /\.(js|css|svg|json|txt)$/.test(file)
}
