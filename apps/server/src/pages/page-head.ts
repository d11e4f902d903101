import type { Boot, Route, RouteId } from '@platemark/api/routes'
import type { Configuration } from '../configuration/configuration.ts'
import { escapeHtml, escapeJson } from './escape.ts'
import type { Web } from './web-build.ts'

/** A page as it was asked for. */
export type PageRequest = {
  /** Undefined: the page is not found, or not shown. */
  row: (Route & { id: RouteId }) | undefined
  params: Record<string, string>
  query: Record<string, string>
  /** What our own API answered. */
  boot: Boot
}

/** What the head says of a page to people, link previews and search engines. */
export type PageMeta = {
  /** Stands after the product's name. */
  title: string
  description: string
  /** The one address of the page, with what of its query names another one; undefined: none. */
  path: string | undefined
  /** Whether search engines are to list it. */
  isIndexed: boolean
  type: 'website' | 'profile'
  /** A PNG of 1200 by 630 px on this site. */
  image: { path: string; alt: string }
  /** What the page is about, in the words of schema.org. */
  structured: object[]
}

export type DescribePage = (page: PageRequest) => PageMeta

/** Writes the head of a page around what the app painted for it (`front`). */
export function renderHead(
  facts: PageMeta,
  { configuration, web }: { configuration: Configuration; web: Pick<Web, 'font'> },
): (front: string) => string {
  const { product_name } = configuration
  const title = `${product_name} | ${facts.title}`
  return (front) =>
    [
      /<title>/.test(front) ? '' : `<title>${escapeHtml(title)}</title>`,
      front,
      named('description', facts.description),
      named('robots', facts.isIndexed ? 'max-image-preview:large' : 'noindex'),
      ...addressOf(facts, configuration),
      ...previewOf(facts, title, configuration),
      '<meta name="theme-color" content="#f6f5f1" media="(prefers-color-scheme: light)">',
      '<meta name="theme-color" content="#0c0f0e" media="(prefers-color-scheme: dark)">',
      structuredData(facts),
      web.font
        ? `<link rel="preload" href="${escapeHtml(web.font)}" as="font" type="font/woff2" crossorigin>`
        : '',
    ].join('')
}

function addressOf({ path }: PageMeta, { public_url }: Configuration): string[] {
  if (path === undefined) return []
  const url = `${public_url}${path}`
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    named('og:url', url, 'property'),
  ]
}

/** What messengers show of a link. */
function previewOf(
  { description, type, image }: PageMeta,
  title: string,
  { product_name, public_url }: Configuration,
): string[] {
  const facts = {
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
    ...Object.entries(facts).map(([name, content]) => named(name, content, 'property')),
    named('twitter:card', 'summary_large_image'),
  ]
}

/** A block of data, which no browser runs: the policy of scripts does not concern it. */
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
