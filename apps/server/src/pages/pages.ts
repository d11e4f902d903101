import fastifyStatic from '@fastify/static'
import { Problem } from '@platemark/api/problem'
import { type Boot, previewRoute, routes } from '@platemark/api/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../http/app-context.ts'
import { encodingFor } from '../http/compression.ts'
import { sendProblem } from '../http/errors.ts'
import { vary } from '../http/response-cache.ts'
import { escapeHtml } from './escape.ts'
import {
  createKeptPages,
  type KeptPage,
  type KeptPages,
  keptPageControl,
} from './kept-pages.ts'
import { readLoaderData } from './loader-data.ts'
import { readPageAddress } from './page-address.ts'
import { type DescribePage, renderHead } from './page-head.ts'
import { type PageRow, type Pages, paintPage, withoutQuery } from './paint-page.ts'
import { readRefusal, sendRefusal } from './refused-page.ts'
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
  const kept = createKeptPages(context, app.dataVersion)
  const pages = { app, context, web, describe }
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    row: PageRow | undefined,
  ) => sendPage(kept, { ...pages, request, reply, row })

  for (const row of routes) {
    const url = row.path.replaceAll('$', ':')
    app.get(url, (request, reply) => answer(request, reply, row))
  }
  app.get(previewRoute.path.replaceAll('$', ':'), (request, reply) =>
    sendPreview(kept, { ...pages, request, reply, row: previewed }),
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

/** Returns the page's URL without its trailing slash; undefined for other URLs. */
function withoutTrailingSlash({ method, url }: FastifyRequest): string | undefined {
  const [, path = '', query = ''] = /^([^?]+)\/(\?.*)?$/s.exec(url) ?? []
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && pagePaths.some((page) => page.test(path)) ? path + query : undefined
}

const pagePaths = routes.map(
  ({ path }) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
)

type PageReply = Pages & {
  request: FastifyRequest
  reply: FastifyReply
  row: PageRow | undefined
}

/** Sends a page from those that are kept, or renders it within the limits of the client. */
async function sendPage(
  kept: KeptPages,
  { request, reply, row, ...pages }: PageReply,
): Promise<FastifyReply> {
  const at = readPageAddress(request, row)
  const call = { at, ip: request.ip, log: request.log, row }
  const paint = () => paintPage(pages, call)
  const found = at.key === undefined ? undefined : kept.find(at.key, paint)
  if (found) return sendKept(request, reply, found)
  const refusal = await admit(pages.app, request, row).catch(readRefusal)
  if (refusal) return sendRefusal(reply, refusal)
  const page = await kept.get(at.key, paint)
  if (page.kind === 'kept') return sendKept(request, reply, page)
  if (page.kind === 'elsewhere') {
    const goal = redirectGoal(request, page.path)
    return reply.redirect(goal, isLasting(request, goal) ? 301 : 302)
  }
  if (page.retryAfter) reply.header('retry-after', page.retryAfter)
  if (page.status === 429)
    return sendRefusal(reply, { status: 429, retryAfter: page.retryAfter })
  if (page.policy) reply.header('content-security-policy', page.policy)
  return reply
    .header('cache-control', 'no-cache')
    .code(page.status)
    .type('text/html; charset=utf-8')
    .send(page.html)
}

/** Counts a page that has to be rendered. Throws `too_many_requests` and `busy`. */
async function admit(
  app: FastifyInstance,
  request: FastifyRequest,
  row: PageRow | undefined,
): Promise<void> {
  await app.countRequest(request)
  app.overload.admit(request, row?.id === 'collection')
}

/** Sends the bytes of a kept page; one that exists may be kept by shared caches too. */
async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  page: KeptPage,
): Promise<FastifyReply> {
  const encoding = encodingFor(request)
  const bytes = encoding ? await page.compressed(encoding) : page.whole
  if (encoding) reply.header('content-encoding', encoding)
  vary(reply, 'accept-encoding')
  const isFound = page.status === 200
  if (isFound) reply.header('etag', page.etag)
  return reply
    .header('cache-control', isFound ? keptPageControl : 'no-cache')
    .code(page.status)
    .type('text/html; charset=utf-8')
    .send(bytes)
}

/**
 * Returns the canonical URL of a page with the query that it was requested with. `path` is
 * built here, so it never redirects to another site.
 */
function redirectGoal({ url }: FastifyRequest, path: string): string {
  const [, ...query] = url.split('?')
  return [withoutQuery(path), ...query].join('?')
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
async function sendPreview(kept: KeptPages, page: PageReply): Promise<FastifyReply> {
  const { app, context, request, reply, row } = page
  const at = readPageAddress(request, row)
  const read = await readLoaderData(app, { at, ip: request.ip }, row)
  const { answers, isShown, failed } = read
  if (!isShown && !failed) return sendPage(kept, { ...page, row: undefined })
  const boot: Boot = { route: 'collection', answers }
  const meta = page.describe({ ...at, row: failed ? undefined : row, boot })
  const { chain = '', alias = '' } = at.params
  const asked = `/collection/${encodeURIComponent(chain)}/${encodeURIComponent(alias)}`
  const goal = redirectGoal(request, meta.path ?? asked)
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

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?', 1)
  if (/^\/(api|rpc|assets|files|plates|marks|lists|metadata|og|widget)(\/|$)/.test(path))
    return false
  if (/\.[a-z0-9]{1,8}$/i.test(path)) return false
  return headers.accept?.includes('text/html') ?? false
}
