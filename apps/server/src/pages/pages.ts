import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import { type AppConfig, getConfig } from '@platemark/api/config'
import { endpointUrl } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import { type Boot, type Route, type RouteId, routes } from '@platemark/api/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../http/app-context.ts'
import { sendProblem } from '../http/errors.ts'
import { connectOrigins, contentSecurityPolicy, fileOrigins } from '../http/headers.ts'
import { escapeHtml, escapeJson } from './escape.ts'
import { readAddress, readLoaderData } from './loader-data.ts'
import { type DescribePage, renderHead } from './page-head.ts'
import type { Web } from './web-build.ts'

/**
 * Adds the server-rendered pages of the route table, the assets, and the not-found
 * handler: a page for browsers, plain text for programs. `describe` returns the head of a
 * page.
 */
export async function addPages(
  app: FastifyInstance,
  context: AppContext,
  { web, describe }: { web: Web; describe: DescribePage },
): Promise<void> {
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    row: PageRow | undefined,
  ) => sendPage({ app, context, web, describe, request, reply, row })

  for (const row of routes) {
    const url = row.path.replaceAll('$', ':')
    app.get(url, (request, reply) => answer(request, reply, row))
  }
  app.get('/collection-meta-page/:chain/:alias', (request, reply) =>
    sendPreview({ app, context, web, describe, request, reply, row: previewed }),
  )
  if (web.folder) {
    await app.register(fastifyStatic, {
      root: web.folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isNamedByHash = path.includes('/assets/')
        const hour = 'public, max-age=3600'
        const forever = 'public, max-age=31536000, immutable'
        reply.header('cache-control', isNamedByHash ? forever : hour)
      },
    })
  }
  await web.attach?.(app)

  app.setNotFoundHandler((request, reply) => {
    const usual = withoutTrailingSlash(request)
    if (usual) return reply.redirect(usual, 301)
    if (wantsPage(request)) return answer(request, reply, undefined)
    reply.header('cache-control', 'no-store')
    const isCall = /^\/(api|rpc|metadata|lists)\//.test(request.url)
    if (isCall) return sendProblem(new Problem('not_found'), request, reply)
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found.\n')
  })
}

type PageRow = Route & { id: RouteId }

/** Returns the page's URL without its trailing slash; undefined for other URLs. */
function withoutTrailingSlash({ method, url }: FastifyRequest): string | undefined {
  const [, path = '', query = ''] = /^([^?]+)\/(\?.*)?$/s.exec(url) ?? []
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && pagePaths.some((page) => page.test(path)) ? path + query : undefined
}

const pagePaths = routes.map(
  ({ path }) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
)

type Page = {
  app: FastifyInstance
  context: AppContext
  web: Web
  describe: DescribePage
  request: FastifyRequest
  reply: FastifyReply
  /** Row of the route table; undefined if no route matches. */
  row: PageRow | undefined
}

async function sendPage(page: Page): Promise<FastifyReply> {
  const { app, context, web, request, reply, row } = page
  const { answers, isShown, isFound, failed } = await readLoaderData(app, request, row)
  const isPage = row !== undefined && row.id !== 'not-found'
  const boot: Boot = { route: row?.id ?? '', answers }
  const meta = page.describe({
    ...readAddress(request),
    row: isPage && isShown ? row : undefined,
    boot,
  })
  const elsewhere = failed ? undefined : canonicalRedirect(request, meta.path)
  if (elsewhere)
    return reply.redirect(elsewhere, isLasting(request, elsewhere) ? 301 : 302)
  const { html: painted, status } = await paint(web, request, boot)

  // Hidden pages use their own styles to show that they are hidden.
  const shownId = row && (isShown || failed) ? row.id : 'not-found'
  const styleId = sharedSheets[shownId] ?? shownId
  const template = await web.template(request.url, styleId, partsIn(painted))
  const head = renderHead(meta, { ...context, web })
  const html = fill(template, { painted, boot, head })
  if (web.attach) {
    reply.header('content-security-policy', developmentPolicy(context, html))
  }
  if (failed?.retryAfter) reply.header('retry-after', failed.retryAfter)
  reply.header('cache-control', 'no-cache')
  return reply
    .code(failed?.status ?? (isPage && isFound ? status : 404))
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Pages whose module, and so its style sheet, is that of another page. */
const sharedSheets: Partial<Record<RouteId, RouteId>> = {
  'studio-collection': 'studio',
  'studio-accept': 'studio',
  'studio-earnings': 'studio',
  'edit-collection': 'studio',
  'soneium-guild-battle': 'campaign',
  'superchain-stamp-card': 'campaign',
}

/** Returns the rendered parts that have their own style sheet. */
function partsIn(painted: string): string[] {
  return [...painted.matchAll(/ data-sheet="([a-z-]+)"/g)].map(([, part = '']) => part)
}

/**
 * Returns the canonical URL of a page requested by a former or misspelt name, with the
 * query. `path` is built here, so it never redirects to another site.
 */
function canonicalRedirect({ url }: FastifyRequest, path: string | undefined) {
  const [usual = ''] = path?.split('?', 1) ?? []
  const [asked = '', ...query] = url.split('?')
  if (path === undefined || asked === usual) return undefined
  return [usual, ...query].join('?')
}

/**
 * Returns whether the redirect is permanent: a page of another kind may appear at the URL
 * later.
 */
function isLasting({ url }: FastifyRequest, elsewhere: string): boolean {
  return url.split('/', 2)[1] === elsewhere.split('/', 2)[1]
}

const previewed = routes.find(({ id }) => id === 'collection')

/**
 * Sends only the head of a collection page, for link previews; browsers are redirected to
 * the page.
 */
async function sendPreview(page: Page): Promise<FastifyReply> {
  const { app, context, request, reply, row } = page
  const { answers, isShown, failed } = await readLoaderData(app, request, row)
  if (!isShown && !failed) return sendPage({ ...page, row: undefined })
  const place = readAddress(request)
  const boot: Boot = { route: 'collection', answers }
  const meta = page.describe({ ...place, row: failed ? undefined : row, boot })
  const { chain = '', alias = '' } = place.params
  const asked = `/collection/${encodeURIComponent(chain)}/${encodeURIComponent(alias)}`
  const goal = canonicalRedirect(request, meta.path ?? asked) ?? asked
  if (failed) return reply.redirect(goal, 302)
  const link = escapeHtml(goal)
  const head = renderHead(meta, { ...context, web: { font: null } })('')
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="/favicon.svg" type="image/svg+xml">${head}<meta http-equiv="refresh" content="0; url=${link}"></head><body><p><a href="${link}">${escapeHtml(meta.title)}</a></p></body></html>`,
    )
}

/** Renders a page; falls back to an empty page, which the browser renders itself. */
async function paint(
  web: Web,
  request: FastifyRequest,
  boot: Boot,
): Promise<{ html: string; status: number }> {
  try {
    return await web.paint(request.url, boot)
  } catch (error) {
    request.log.error({ err: error }, 'server rendering failed')
    return { html: '', status: 200 }
  }
}

function fill(
  template: string,
  {
    painted,
    boot,
    head,
  }: { painted: string; boot: Boot; head: (front: string) => string },
): string {
  // React writes title, meta and preloads before the app; they are moved to the head.
  const front =
    /^(?:<link [^>]*>|<meta [^>]*>|<title>[^<]*<\/title>)+/.exec(painted)?.[0] ?? ''
  const app = painted.slice(front.length)
  // Replacer functions, because `$&` in user text would be expanded in a string.
  return template
    .replace('<html lang="en"', (start) => start + markOfBanner(boot))
    .replace('<!--head-->', () => head(front))
    .replace(
      '<div id="root"><!--app--></div>',
      () => `<div id="root" data-route="${boot.route}">${app}</div>`,
    )
    .replace(
      '<!--boot-->',
      () => `<script type="application/json" id="boot">${escapeJson(boot)}</script>`,
    )
}

/**
 * Passes the banner's id to the page's first script, which checks whether it was
 * dismissed.
 */
function markOfBanner({ answers }: Boot): string {
  const url = endpointUrl(getConfig, {})
  const answer = answers.find(([asked]) => asked === url)?.[1]
  // Safe: our own answer to that very call, null where there is none.
  const banner = (answer as { data: AppConfig } | null | undefined)?.data.banner
  return banner?.is_dismissible ? ` data-banner="${escapeHtml(banner.id)}"` : ''
}

/**
 * Returns the development policy; inline scripts change there, so they are hashed each
 * time.
 */
function developmentPolicy(context: AppContext, html: string): string {
  const scripts = [
    ...html.matchAll(
      /<script(?![^>]*(?:src=|application\/(?:ld\+)?json))[^>]*>([\s\S]*?)<\/script>/g,
    ),
  ]
  return contentSecurityPolicy({
    scripts: scripts.map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
    styles: ["'unsafe-inline'"],
    origins: connectOrigins(context),
    files: fileOrigins(context.configuration),
  })
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?', 1)
  if (/^\/(api|rpc|assets|files|plates|marks|lists|metadata|og|widget)(\/|$)/.test(path))
    return false
  if (/\.[a-z0-9]{1,8}$/i.test(path)) return false
  return headers.accept?.includes('text/html') ?? false
}
