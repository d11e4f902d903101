import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Boot, RouteId } from '@platemark/api/routes'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'

/**
 * Renders one URL from the responses in `boot`; exported by the web app's server build.
 */
export type Paint = (url: string, boot: Boot) => Promise<{ html: string; status: number }>

/** Page of the route table, or the not-found page. */
type PageId = RouteId | '404'

/** Web app as the server uses it, built or from its sources. */
export type Web = {
  /** Hashes that the policy lists. */
  scripts: string[]
  styles: string[]
  /**
   * Returns the HTML with the placeholders `<!--head-->`, `<!--app-->` and `<!--boot-->`.
   * `parts` are the parts with their own style sheet.
   */
  template: (url: string, page: PageId, parts: string[]) => Promise<string>
  paint: Paint
  /** URL of the font of the first view, or null. */
  font: string | null
  /** Folder of assets and public files; undefined in development. */
  folder: string | undefined
  /** Mint component, built or from its sources; undefined: there is none. */
  widget: { folder: string; isLive: boolean } | undefined
  /** Forwards all URLs but API and pages to the development server. */
  attach: ((app: FastifyInstance) => Promise<void>) | undefined
}

/** Loads the built web app; without a build returns a page that shows how to build it. */
export async function openWeb(
  configuration: Configuration,
  { isDevelopment }: { isDevelopment: boolean },
): Promise<Web> {
  if (isDevelopment) return openDevelopment()
  const folder = webFolder(configuration)
  const file = join(folder, 'shell.json')
  if (!existsSync(file)) return unbuilt
  const widget = join(folder, 'widget')
  const shell: Shell = JSON.parse(readFileSync(file, 'utf8'))
  const renderer: { renderPage: Paint } = await import(
    pathToFileURL(join(folder, 'server', 'entry-server.js')).href
  )
  return {
    scripts: shell.scripts,
    styles: shell.styles,
    template: async (_, page, parts) => {
      const sheets = [page, ...parts].map((id) => shell.sheets[id] ?? '')
      return shell.html.replace('<!--sheet-->', () => sheets.join(''))
    },
    paint: renderer.renderPage,
    font: shell.font,
    folder: join(folder, 'web'),
    widget: existsSync(widget) ? { folder: widget, isLive: false } : undefined,
    attach: undefined,
  }
}

type Shell = {
  html: string
  /** Style sheet of each page and part, as HTML. */
  sheets: Partial<Record<string, string>>
  styles: string[]
  scripts: string[]
  font: string | null
}

const checkout = join(import.meta.dirname, '..', '..', '..', '..')

function webFolder({ web_folder, has_demo_wallet }: Configuration): string {
  const build = has_demo_wallet ? 'demo' : 'production'
  return web_folder ?? join(checkout, 'apps', 'web', 'dist', build)
}

const unbuilt: Web = {
  scripts: [],
  styles: [],
  template: async () =>
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><!--head--></head><body><div id="root"><!--app--></div><p>The web app is not built yet. Run npm run build.</p></body></html>',
  paint: async () => ({ html: '', status: 200 }),
  font: null,
  folder: undefined,
  widget: undefined,
  attach: undefined,
}

/** Types of the used part of vite, which is only installed for the web app's sources. */
type Vite = {
  createServer(options: object): Promise<{
    middlewares(request: object, response: object, next: (error?: unknown) => void): void
    ssrLoadModule(path: string): Promise<Record<string, unknown>>
    transformIndexHtml(url: string, html: string): Promise<string>
    close(): Promise<void>
  }>
}

async function openDevelopment(): Promise<Web> {
  const root = join(checkout, 'apps', 'web')
  const path = createRequire(join(root, 'package.json')).resolve('vite')
  const vite: Vite = await import(pathToFileURL(path).href)
  let server: Awaited<ReturnType<Vite['createServer']>> | undefined
  const running = () => {
    if (!server) throw new Error('vite development server is not attached')
    return server
  }
  return {
    scripts: [],
    styles: ["'unsafe-inline'"],
    template: async (url, page) => {
      const html = readFileSync(join(root, 'index.html'), 'utf8')
      const live = await running().transformIndexHtml(url, html)
      // Otherwise the styles arrive only with the scripts, after an unstyled first view.
      const styles = ['app', `routes/${page}`].map(
        (sheet) => `<link rel="stylesheet" href="/src/${sheet}.css">`,
      )
      return live.replace('</head>', () => `${styles.join('')}</head>`)
    },
    paint: async (url, boot) => {
      const { renderPage } = await running().ssrLoadModule('/src/entry-server.tsx')
      // Safe: the module is the one that the build calls `entry-server.js`.
      return (renderPage as Paint)(url, boot)
    },
    font: null,
    folder: undefined,
    widget: { folder: join(checkout, 'apps', 'widget'), isLive: true },
    attach: async (app) => {
      // Safe: the app is made without options that would make it HTTP/2 or HTTPS.
      const hmr = { server: app.server as Server }
      server = await vite.createServer({
        configFile: join(root, 'vite.config.ts'),
        appType: 'custom',
        server: { middlewareMode: true, hmr },
      })
      const { middlewares, close } = server
      // Closed before the server, which waits for the open sockets of every page.
      app.addHook('preClose', () => close.call(server))
      app.addHook('onRequest', (request, reply, done) => {
        const isOurs = !request.is404
        if (
          isOurs ||
          /^\/(api|rpc|files|plates|marks|lists|metadata)\//.test(request.url)
        ) {
          return done()
        }
        middlewares.call(server, request.raw, reply.raw, (error) =>
          error instanceof Error ? done(error) : done(),
        )
      })
    },
  }
}
