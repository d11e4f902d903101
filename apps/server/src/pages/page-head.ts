import type { Boot, Route, RouteId } from '@platemark/api/routes'
import type { Configuration } from '../configuration/configuration.ts'
import { escapeHtml, escapeJson } from './escape.ts'
import type { Web } from './web-build.ts'

/** Requested page with its data. */
export type PageRequest = {
  /** Undefined: the page is not found, or not shown. */
  row: (Route & { id: RouteId }) | undefined
  params: Record<string, string>
  query: Record<string, string>
  /** Responses of the own API. */
  boot: Boot
}

/** Head of a page for people, link previews and search engines. */
export type PageMeta = {
  /** Appended to the product's name. */
  title: string
  description: string
  /** Canonical path, with the query parameters that change the page; undefined: none. */
  path: string | undefined
  /** True if search engines may index it. */
  isIndexed: boolean
  type: 'website' | 'profile' | 'article'
  /**
   * PNG of 1200 by 630 px on this site; `page` is the path that has it in its preview, where that
   * is not the canonical one.
   */
  image: { path: string; alt: string; page?: string }
  /** schema.org data of the page's subject. */
  structured: object[]
}

export type DescribePage = (page: PageRequest) => PageMeta

/**
 * Returns a function that renders the head of a page around the app's own elements
 * (`front`).
 */
export function renderHead(
  meta: PageMeta,
  { configuration, web }: { configuration: Configuration; web: Pick<Web, 'font'> },
): (front: string) => string {
  const { product_name } = configuration
  const title = `${product_name} | ${meta.title}`
  return (front) =>
    [
      /<title>/.test(front) ? '' : `<title>${escapeHtml(title)}</title>`,
      front,
      named('description', meta.description),
      named('robots', meta.isIndexed ? 'max-image-preview:large' : 'noindex'),
      ...addressOf(meta, configuration),
      ...previewOf(meta, title, configuration),
      '<meta name="theme-color" content="#f6f5f1" media="(prefers-color-scheme: light)">',
      '<meta name="theme-color" content="#0c0f0e" media="(prefers-color-scheme: dark)">',
      structuredData(meta),
      web.font
        ? `<link rel="preload" href="${escapeHtml(web.font)}" as="font" type="font/woff2" crossorigin>`
        : '',
    ].join('')
}

function addressOf({ path, image }: PageMeta, { public_url }: Configuration): string[] {
  if (path === undefined) return []
  return [
    `<link rel="canonical" href="${escapeHtml(public_url + path)}">`,
    // Messengers read the preview of this address, in place of the one that was shared.
    named('og:url', public_url + (image.page ?? path), 'property'),
  ]
}

/** Returns the meta elements of link previews. */
function previewOf(
  { description, type, image }: PageMeta,
  title: string,
  { product_name, public_url }: Configuration,
): string[] {
  const properties = {
    'og:title': title,
    'og:description': description,
    'og:type': type,
    'og:site_name': product_name,
    'og:locale': 'en_GB',
    'og:image': `${public_url}${image.path}`,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': image.alt,
  }
  return [
    ...Object.entries(properties).map(([name, content]) =>
      named(name, content, 'property'),
    ),
    named('twitter:card', 'summary_large_image'),
  ]
}

/** Returns a data block; browsers do not run it, so the script policy does not apply. */
function structuredData({ structured }: PageMeta): string {
  if (structured.length === 0) return ''
  const graph = { '@context': 'https://schema.org', '@graph': structured }
  return `<script type="application/ld+json">${escapeJson(graph)}</script>`
}

function named(
  name: string,
  content: string,
  kind: 'name' | 'property' = 'name',
): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}
