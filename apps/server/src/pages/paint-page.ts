import { createHash } from 'node:crypto'
import { type AppConfig, getConfig } from '@platemark/api/config'
import { endpointUrl } from '@platemark/api/endpoint'
import type { Boot, Route, RouteId } from '@platemark/api/routes'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AppContext } from '../http/app-context.ts'
import { connectOrigins, contentSecurityPolicy, fileOrigins } from '../http/headers.ts'
import { escapeHtml, escapeJson } from './escape.ts'
import { readLoaderData } from './loader-data.ts'
import type { PageAddress } from './page-address.ts'
import { type DescribePage, renderHead } from './page-head.ts'
import type { Web } from './web-build.ts'

export type PageRow = Route & { id: RouteId }

/** Parts of the program that render pages. */
export type Pages = {
  app: FastifyInstance
  context: AppContext
  web: Web
  describe: DescribePage
}

/** One page to render. */
export type PageCall = {
  at: PageAddress
  /** Client within whose limits its data is read. */
  ip: string
  log: FastifyBaseLogger
  /** Row of the route table; undefined if no route matches. */
  row: PageRow | undefined
}

/** A rendered page, or where it is instead. */
export type PaintedPage =
  | { kind: 'elsewhere'; path: string }
  | {
      kind: 'page'
      html: string
      status: number
      retryAfter: string | undefined
      /** True if all of it was read and rendered; other pages are not kept. */
      isWhole: boolean
      /** True for the not-found page of addresses that no route matches. */
      isMissingRoute: boolean
      /** Policy of this page alone; undefined: the usual one. */
      policy: string | undefined
    }

/** Reads the data of a page and renders it. */
export async function paintPage(
  { app, context, web, describe }: Pages,
  { at, ip, log, row }: PageCall,
): Promise<PaintedPage> {
  const { answers, isShown, isFound, isWhole, failed } = await readLoaderData(
    app,
    { at, ip },
    row,
  )
  const isPage = row !== undefined && row.id !== '404'
  const boot: Boot = { route: row?.id ?? '', answers }
  const meta = describe({ ...at, row: isPage && isShown ? row : undefined, boot })
  if (!failed && isElsewhere(at, meta.path)) return { kind: 'elsewhere', path: meta.path }
  const painted = await render(web, { url: at.url, boot, log })

  // Hidden pages use their own styles to show that they are hidden.
  const shownId = row && (isShown || failed) ? row.id : '404'
  const styleId = sharedSheets[shownId] ?? shownId
  const template = await web.template(at.url, styleId, partsIn(painted.html))
  const head = renderHead(meta, { ...context, web })
  const html = fill(template, { painted: painted.html, boot, head })
  return {
    kind: 'page',
    html,
    status: failed?.status ?? (isPage && isFound ? painted.status : 404),
    retryAfter: failed?.retryAfter,
    isWhole: isWhole && painted.html !== '',
    isMissingRoute: row === undefined && !failed,
    policy: web.attach && developmentPolicy(context, html),
  }
}

/** Returns whether a page was asked for by a former or misspelt name. */
function isElsewhere({ url }: PageAddress, path: string | undefined): path is string {
  return path !== undefined && withoutQuery(url) !== withoutQuery(path)
}

/** Returns the path of a URL without its query. */
export function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? ''
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

/** Renders a page; falls back to an empty page, which the browser renders itself. */
async function render(
  web: Web,
  { url, boot, log }: { url: string; boot: Boot; log: FastifyBaseLogger },
): Promise<{ html: string; status: number }> {
  try {
    return await web.paint(url, boot)
  } catch (error) {
    log.error({ err: error }, 'server rendering failed')
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
