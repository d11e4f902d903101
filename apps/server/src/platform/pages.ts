import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import { type AppConfig, getConfig } from '@platemark/wire/config'
import { endpointUrl } from '@platemark/wire/endpoint'
import { Problem, problems } from '@platemark/wire/problem'
import {
  type Boot,
  type Route,
  type RouteId,
  type RouteRead,
  routes,
  shellReads,
} from '@platemark/wire/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './errors.ts'
import { chainOrigins, contentSecurityPolicy } from './headers.ts'
import { escapeHtml, headOf } from './page-head.ts'
import type { Resources } from './resources.ts'
import type { Web } from './web.ts'

/**
 * Adds the painted page of every row of the route table, the assets of the web build, and
 * the answer to everything else: the not-found page for people, plain text for programs.
 */
export async function addPages(
  app: FastifyInstance,
  resources: Resources,
  web: Web,
): Promise<void> {
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    row: PageRow | undefined,
  ) => sendPage({ app, resources, web, request, reply, row })

  for (const row of routes) {
    const url = row.path.replaceAll('$', ':')
    app.get(url, (request, reply) => answer(request, reply, row))
  }
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /api/\n'),
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
    const usual = usualAddress(request)
    if (usual) return reply.redirect(usual, 301)
    if (wantsPage(request)) return answer(request, reply, undefined)
    reply.header('cache-control', 'no-store')
    const isCall = /^\/(api|rpc|metadata|lists)\//.test(request.url)
    if (isCall) return sendProblem(new Problem('not_found'), request, reply)
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found.\n')
  })
}

type PageRow = Route & { id: RouteId }

/** The address of a page that was asked for with a slash too many; never one elsewhere. */
function usualAddress({ method, url }: FastifyRequest): string | undefined {
  const [, path = '', query = ''] = /^([^?]+)\/(\?.*)?$/s.exec(url) ?? []
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && pagePaths.some((page) => page.test(path)) ? path + query : undefined
}

const pagePaths = routes.map(
  ({ path }) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
)

type Page = {
  app: FastifyInstance
  resources: Resources
  web: Web
  request: FastifyRequest
  reply: FastifyReply
  /** The row of the route table; undefined when none has this address. */
  row: PageRow | undefined
}

async function sendPage(page: Page): Promise<FastifyReply> {
  const { app, resources, web, request, reply, row } = page
  const { answers, isMissing, failed } = await readAnswers(app, request, row)
  const isShown = !isMissing && failed?.status !== BLOCKED
  const isFound = row !== undefined && row.id !== 'not-found' && isShown
  const boot: Boot = { route: row?.id ?? '', answers }
  const { html: painted, status } = await paint(web, request, boot)

  const template = await web.template(request.url)
  const html = fill(template, {
    painted,
    boot,
    head: headOf({ resources, row: isFound ? row : undefined, request, boot, web }),
  })
  if (web.attach) {
    reply.header('content-security-policy', developmentPolicy(resources, html))
  }
  if (failed?.retryAfter) reply.header('retry-after', failed.retryAfter)
  reply.header('cache-control', 'no-cache')
  return reply
    .code(failed?.status ?? (isFound ? status : 404))
    .type('text/html; charset=utf-8')
    .send(html)
}

/** A page that cannot be painted is sent empty: the browser then shows it by itself. */
async function paint(
  web: Web,
  request: FastifyRequest,
  boot: Boot,
): Promise<{ html: string; status: number }> {
  try {
    return await web.paint(request.url, boot)
  } catch (error) {
    request.log.error({ reqId: request.id, err: error }, 'page not painted')
    return { html: '', status: 200 }
  }
}

const [BLOCKED] = problems.blocked

type Answers = {
  answers: Boot['answers']
  /** An essential thing does not exist. */
  isMissing: boolean
  /** How an essential read failed otherwise: the page fails alike. */
  failed: { status: number; retryAfter: string | undefined } | undefined
}

/**
 * Asks our own API for what the page shows. A read that fails is left out, and the browser
 * asks for it again.
 */
async function readAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  row: PageRow | undefined,
): Promise<Answers> {
  // Safe: named parts of a path, and a query that is only passed on to our own API.
  const params = request.params as Record<string, string>
  const query = request.query as Record<string, string>
  const reads: RouteRead[] = [...shellReads, ...(row?.reads({ params, query }) ?? [])]
  const found = await Promise.all(reads.map((read) => readAnswer(app, request, read)))
  const essential = found.filter((_, index) => reads[index]?.is_essential)
  return {
    answers: found.flatMap(({ answer }) => (answer ? [answer] : [])),
    isMissing: essential.some(({ answer }) => answer?.[1] === null),
    failed: essential.find(({ answer, status }) => !answer || status === BLOCKED),
  }
}

type Read = {
  /** Undefined when the read failed. */
  answer?: [url: string, answer: unknown]
  status: number
  retryAfter: string | undefined
}

async function readAnswer(
  app: FastifyInstance,
  request: FastifyRequest,
  { endpoint, params, query, is_essential }: RouteRead,
): Promise<Read> {
  const url = endpointUrl(endpoint, {
    ...(params && { params }),
    ...(query && { query }),
  })
  const response = await app.inject({ url, remoteAddress: request.ip })
  const { statusCode: status } = response
  const read = { status, retryAfter: response.headers['retry-after'] }
  // The page says where it is that is blocked.
  const isTold = status === 200 || (is_essential && status === BLOCKED)
  if (isTold) return { ...read, answer: [url, response.json()] }
  // An address that nothing can have names nothing.
  const isNothing = status === 404 || (is_essential && [400, 422].includes(status))
  return isNothing ? { ...read, answer: [url, null] } : read
}

function fill(
  template: string,
  {
    painted,
    boot,
    head,
  }: { painted: string; boot: Boot; head: (front: string) => string },
): string {
  // React writes title, meta and preloads in front of the app; they belong into the head.
  const front =
    /^(?:<link [^>]*>|<meta [^>]*>|<title>[^<]*<\/title>)+/.exec(painted)?.[0] ?? ''
  const app = painted.slice(front.length)
  // Functions, because `$&` in somebody's text would be expanded in a string.
  return template
    .replace('<html lang="en"', (start) => start + markOfBanner(boot))
    .replace('<!--head-->', () => head(front))
    .replace(
      '<div id="root"><!--app--></div>',
      () => `<div id="root" data-route="${boot.route}">${app}</div>`,
    )
    .replace(
      '<!--boot-->',
      () => `<script type="application/json" id="boot">${json(boot)}</script>`,
    )
}

/** Names the banner to the page's first script, which knows whether it was dismissed. */
function markOfBanner({ answers }: Boot): string {
  const url = endpointUrl(getConfig, {})
  const answer = answers.find(([asked]) => asked === url)?.[1]
  // Safe: our own answer to that very call, null where there is none.
  const banner = (answer as { data: AppConfig } | null | undefined)?.data.banner
  return banner?.is_dismissible ? ` data-banner="${escapeHtml(banner.id)}"` : ''
}

/** JSON that cannot end the script element it stands in. */
function json(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** In development the page's inline scripts change, so their hashes are taken each time. */
function developmentPolicy(resources: Resources, html: string): string {
  const scripts = [
    ...html.matchAll(
      /<script(?![^>]*(?:src=|application\/json))[^>]*>([\s\S]*?)<\/script>/g,
    ),
  ]
  return contentSecurityPolicy({
    scripts: scripts.map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
    styles: ["'unsafe-inline'"],
    origins: chainOrigins(resources),
  })
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?', 1)
  if (/^\/(api|rpc|assets|files|plates|lists|metadata)(\/|$)/.test(path)) return false
  if (/\.[a-z0-9]{1,8}$/i.test(path)) return false
  return headers.accept?.includes('text/html') ?? false
}
