import { getCollection } from '@platemark/wire/collections'
import type { Boot, Route } from '@platemark/wire/routes'
import type { FastifyRequest } from 'fastify'
import type { Resources } from './resources.ts'
import type { Web } from './web.ts'

/**
 * What stands in the head of a page beside what the app painted (`front`): title and
 * description for people and link previews, and `noindex` where nothing is to be found.
 */
export function headOf({
  resources: { configuration },
  row,
  request,
  boot,
  web,
}: {
  resources: Resources
  /** Undefined: the page is not found. */
  row: Route | undefined
  request: FastifyRequest
  boot: Boot
  web: Web
}): (front: string) => string {
  const { product_name, public_url } = configuration
  const shown = row?.id === 'collection' ? collectionIn(boot) : undefined
  const name = shown?.name ?? (row ? row.title : 'Not found')
  const ownTitle = escapeHtml(name === null ? product_name : `${product_name} | ${name}`)
  const description = firstLine(
    shown?.description || 'Mint, collect and launch NFT collections.',
  )
  const [path = '/'] = request.url.split('?', 1)
  const facts = {
    'og:description': description,
    'og:type': 'website',
    'og:site_name': product_name,
    'og:url': `${public_url}${path}`,
    ...(shown && { 'og:image': new URL(shown.image.url, public_url).href }),
  }
  const isIndexed = row?.access === 'public' && !shown?.hidden

  return (front) => {
    const painted = /<title>([^<]*)<\/title>/.exec(front)?.[1]
    const title = painted ?? ownTitle
    return [
      painted === undefined ? `<title>${title}</title>` : '',
      front,
      `<meta property="og:title" content="${title}">`,
      `<meta name="description" content="${escapeHtml(description)}">`,
      ...Object.entries(facts).map(
        ([property, content]) =>
          `<meta property="${property}" content="${escapeHtml(content)}">`,
      ),
      isIndexed ? '' : '<meta name="robots" content="noindex">',
      web.font
        ? `<link rel="preload" href="${escapeHtml(web.font)}" as="font" type="font/woff2" crossorigin>`
        : '',
    ].join('')
  }
}

type Shown = {
  name: string
  description: string
  hidden: boolean
  image: { url: string }
}

function collectionIn(boot: Boot): Shown | undefined {
  const prefix = '/api/contract/'
  const found = boot.answers.find(
    ([url, answer]) => url.startsWith(prefix) && isCollection(answer),
  )
  if (!found) return undefined
  // Safe: checked by `isCollection`.
  return (found[1] as { data: Shown }).data
}

function isCollection(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return false
  return getCollection.replies[200].safeParse(answer.data).success
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return [...line].slice(0, 200).join('')
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
