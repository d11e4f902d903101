import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { startAfterPaint } from './after-paint.ts'
import { cutFaces } from './faces.ts'
import { lightWire } from './light-wire.ts'
import { trimLibraries } from './trim-libraries.ts'

/** The web is built twice: `vite build` for browsers, `vite build --ssr` for the painter. */
export default defineConfig(
  async ({ command, isSsrBuild }): Promise<UserConfig> => ({
    root: import.meta.dirname,
    // React has had the hook for long: the shim around it stays out.
    resolve: {
      alias: {
        '@faces': await cutFaces(join(import.meta.dirname, 'dist', 'faces')),
        'use-sync-external-store/shim/with-selector':
          'use-sync-external-store/with-selector',
      },
    },
    define: { __DEMO_WALLET__: JSON.stringify(hasDemoWallet) },
    plugins: [trimLibraries(), react(), lightWire(), seal()],
    build: {
      outDir: join(outFolder, isSsrBuild ? 'paint' : 'web'),
      emptyOutDir: true,
      copyPublicDir: !isSsrBuild,
      // A data: font or script would need a looser policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: missingOf },
      // The themes use light-dark() as it is written.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: isSsrBuild
        ? { input: join(import.meta.dirname, 'src/paint.tsx') }
        : {
            output: {
              codeSplitting: {
                groups: [first, framework, schemas, rules, ground, cards],
              },
            },
          },
    },
    // In development the packages are read from node_modules, as Node would.
    ssr: {
      noExternal: command === 'build' ? true : [/^@platemark\//],
      target: 'node',
    },
  }),
)

const hasDemoWallet = process.env.PLATEMARK_DEMO_WALLET === '1'
const outFolder = join(import.meta.dirname, 'dist', hasDemoWallet ? 'demo' : 'production')

/** What the first view may cost, in bytes of brotli. */
const initialScriptBudget = 110_000

/** The only script of the first view: others import from it, it imports none. */
const first = {
  name: 'first',
  test: /web[\\/]src[\\/](boot|pages)\.ts|vite[\\/]preload-helper/,
  priority: 2,
}

/** One chunk that stays in the cache from release to release: what every page needs of it. */
const framework = {
  name: 'base',
  test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|seroval|use-sync-external-store)[\\/](?!.*[\\/](useMutation|mutationObserver|useQueries|queriesObserver)\.js)/,
}

/** Pages that check data of others bring it along; the first view does without. */
const schemas = { name: 'schemas', test: /node_modules[\\/]zod[\\/]/, priority: 1 }

/** The rules of what people type: only forms check them. */
const rules = {
  name: 'rules',
  test: /packages[\\/]wire[\\/]src[\\/](profile-)?fields/,
  priority: 1,
}

/** What every page needs, together: many small chunks compress worse. */
const ground = {
  name: 'ground',
  test: /web[\\/]src[\\/](app\.tsx|main\.tsx|lib[\\/](?!wagmi)|shell[\\/](?!not-found|state-bar)|components[\\/](?!activity-rows|address|ago|change-words|collection-|countdown|failure|mint-progress|state-mark|token-card)|features[\\/]session[\\/]account-corner|ui[\\/](?!block|toaster|dialog|field|stepper|tabs))/,
}

/** What pages with lists share. */
const cards = {
  name: 'cards',
  test: /web[\\/]src[\\/](components[\\/](collection-|countdown|failure|mint-progress|state-mark)|ui[\\/]block)/,
}

/** The chunks a script brings along before it is loaded; every page holds the others already. */
function missingOf(_: string, files: string[]): string[] {
  return files.filter((file) => !/\/(rolldown-runtime|base|ground|first)-/.test(file))
}

/**
 * Finishes the browser's build: inlines the stylesheet of all pages, writes `shell.json` with
 * the page's template, the sheet of each page and the hashes its policy needs, compresses every
 * asset, and measures the scripts of the first view.
 */
function seal(): Plugin {
  return {
    name: 'seal',
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
      const start = startAfterPaint(src)
      const css = readFileSync(join(folder, hrefOf(sheet[0])), 'utf8').trim()
      const html = template
        .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
        .replace(sheet[0], () => `${inlined(css, [hrefOf(sheet[0])])}<!--sheet-->`)
        .replace(entry, () => start.head)
        .replace('</body>', () => `${start.body}</body>`)
        .replace(/<script>([\s\S]*?)<\/script>/g, (_, text: string) => bare(text))
      const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
      const assets = readdirSync(join(folder, 'assets'))
      const pageSheets = sheetsOf(folder, bundle)
      for (const name of assets) compress(join(folder, 'assets', name))

      writeFileSync(
        join(outFolder, 'shell.json'),
        JSON.stringify({
          html,
          styles: [css, ...pageSheets.map((page) => page.css)].map(sha256),
          sheets: Object.fromEntries([
            ...pageSheets.map((page) => [page.id, page.html]),
            ...partSheetsOf(bundle),
          ]),
          scripts: scripts.map(([, script = '']) => sha256(script)),
          font: fontOf(assets),
          chunks: chunksOf(bundle),
          steps: stepsOf(folder, bundle),
        }),
      )
      // Served only with its parts filled in, never as a file.
      rmSync(join(folder, 'index.html'))
      judgeContents(bundle)
      judge(folder, bundle)
    },
  }
}

/** An inline script without the lines and spaces that only its readers need. */
function bare(script: string): string {
  return `<script>${script.replace(/^\s*\/\/.*\n|^\s+/gm, '')}</script>`
}

function hrefOf(link: string): string {
  const href = /href="\/([^"]+)"/.exec(link)?.[1]
  if (!href) throw new Error(`No address in ${link}`)
  return href
}

/** Painted parts that few addresses show: the HTML of those alone asks for their sheet. */
const partsWithSheet = { token: 'src/features/collection/token/token-view.tsx' }

/** The link to the stylesheet of each of these parts. */
function partSheetsOf(bundle: Rolldown.OutputBundle) {
  return Object.entries(partsWithSheet).map(([id, module]) => {
    const files = sheetsIn(bundle, [fileOf(bundle, module)])
    return [id, files.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')]
  })
}

/** The stylesheet of each page, beside that of all pages, as it stands in its HTML. */
function sheetsOf(folder: string, bundle: Rolldown.OutputBundle) {
  const entry = sheetsIn(bundle, [fileOf(bundle, 'src/boot.ts')])
  return Object.entries(chunksOf(bundle)).map(([id, files]) => {
    const own = sheetsIn(bundle, files).filter((file) => !entry.includes(file))
    const texts = own.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    const css = texts.join('\n')
    return { id, css, html: css && inlined(css, own) }
  })
}

/** A sheet within the page, and links that are never fetched: the loader of scripts looks for them. */
function inlined(css: string, files: string[]): string {
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`)
  return `<style>${css}</style>${links.join('')}`
}

function sheetsIn(bundle: Rolldown.OutputBundle, files: string[]): string[] {
  return files.flatMap((file) => {
    const chunk = bundle[file]
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
  })
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The text face is preloaded; the display face may come a little later. */
function fontOf(assets: string[]): string {
  const name = assets.find((asset) => /^instrument-sans-common.*\.woff2$/.test(asset))
  if (!name) throw new Error('The text font is missing from the build.')
  return `/assets/${name}`
}

/** The scripts of each page, by the id of its route. */
function chunksOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const routes = readdirSync(join(import.meta.dirname, 'src/routes'))
  const pages = routes.filter((file) => file.endsWith('.tsx'))
  return Object.fromEntries(
    pages.map((page) => {
      const modules = ['src/boot.ts', 'src/main.tsx', `src/routes/${page}`]
      const roots = modules.map((module) => fileOf(bundle, module))
      return [basename(page, '.tsx'), scriptsOf(bundle, roots)]
    }),
  )
}

/** What connecting and signing in loads beyond a collection's page, and minting beyond that. */
function stepsOf(folder: string, bundle: Rolldown.OutputBundle) {
  const first = chunksOf(bundle).collection ?? []
  const beyond = (module: string, known: string[]) => {
    const files = scriptsOf(bundle, [fileOf(bundle, module)])
    return files.filter((file) => !known.includes(file))
  }
  const connect = beyond('src/features/session/runtime.tsx', first)
  const mint = beyond('src/features/collection/mint-desk.tsx', [...first, ...connect])
  const weighed = (files: string[]) => ({ files, bytes: weightOf(folder, files) })
  return { connect: weighed(connect), mint: weighed(mint) }
}

function weightOf(folder: string, files: string[]): number {
  const sizes = files.map((file) => readFileSync(join(folder, `${file}.br`)).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The script that holds a module. */
function fileOf(bundle: Rolldown.OutputBundle, module: string): string {
  const id = join(import.meta.dirname, module)
  const chunk = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.moduleIds.includes(id),
  )
  if (!chunk) throw new Error(`The build has no ${module}.`)
  return chunk.fileName
}

/** Those scripts and all that they import. */
function scriptsOf(bundle: Rolldown.OutputBundle, roots: string[]): string[] {
  const files = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk') return
    files.add(file)
    for (const next of chunk.imports) visit(next)
  }
  for (const root of roots) visit(root)
  return [...files]
}

function compress(file: string) {
  if (!/\.(js|css|svg|json|txt)$/.test(file)) return
  const bytes = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

/** Prints what the first view loads, and fails the build when it is over its budget. */
function judge(folder: string, bundle: Rolldown.OutputBundle) {
  const pages = Object.entries(chunksOf(bundle))
  const sizes = pages.map(([page, files]) => ({ page, bytes: weightOf(folder, files) }))
  for (const { page, bytes } of sizes) {
    process.stdout.write(`first view of ${page}: ${bytes} bytes of script (brotli)\n`)
  }
  const heavy = sizes.filter(({ bytes }) => bytes > initialScriptBudget)
  if (heavy.length > 0) {
    const names = heavy.map(({ page, bytes }) => `${page} (${bytes})`).join(', ')
    throw new Error(
      `Over the budget of ${initialScriptBudget} bytes of script for the first view: ${names}.`,
    )
  }
  if (sizes.length === 0) throw new Error('The build has no pages.')
}

/** What is loaded when somebody is about to connect a wallet, and by nobody before. */
const walletCode =
  /node_modules[\\/](viem|wagmi|@wagmi|ox|abitype|mipd|@noble)[\\/]|src[\\/]lib[\\/]wagmi\.ts/

/** Fails the build when a script of a first view holds code of wallets. */
function judgeContents(bundle: Rolldown.OutputBundle) {
  for (const [page, files] of Object.entries(chunksOf(bundle))) {
    for (const file of files) {
      const chunk = bundle[file]
      if (chunk?.type !== 'chunk') throw new Error(`The build has no script ${file}.`)
      const found = chunk.moduleIds.find((id) => walletCode.test(id))
      if (found)
        throw new Error(`The first view of ${page} loads code of wallets: ${found}`)
    }
  }
}
