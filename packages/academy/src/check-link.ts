import { routes } from '@platemark/api/routes'
import type { Edition } from './read-academy.ts'

/** Pages of the academy itself. */
const ACADEMY_PATH = '/academy'
const GLOSSARY_PATH = '/academy/glossary'

/**
 * Returns why an article may not have a link, or undefined: links lead to https addresses, to
 * headings of the same article, to pages of this site, and to articles, headings and terms of the
 * same language.
 */
export function findLinkFault(
  url: string,
  { alias, edition }: { alias: string; edition: Edition },
): string | undefined {
  if (/^https:\/\/[^/\s]+\.[^/\s]+/.test(url)) return undefined
  const [path = '', hash] = url.split('#', 2)
  if (path === '') return findHeadingFault(edition, alias, hash ?? '')
  if (!path.startsWith('/') || path.startsWith('//'))
    return `the link ${url} is neither an https address nor a page of this site`
  if (path === GLOSSARY_PATH) return findTermFault(edition, hash)
  if (path === ACADEMY_PATH) return undefined
  const [, article] = /^\/academy\/([^/?]+)$/.exec(path) ?? []
  if (article !== undefined) return findHeadingFault(edition, article, hash)
  return isPage(path) ? undefined : `there is no page ${path}`
}

function findHeadingFault(
  { articles }: Edition,
  alias: string,
  hash: string | undefined,
): string | undefined {
  const article = articles.find((one) => one.alias === alias)
  if (!article) return `there is no article ${alias}`
  if (hash === undefined) return undefined
  const isFound = article.facts.headings.some(({ id }) => id === hash)
  return isFound ? undefined : `there is no heading #${hash} in ${alias}`
}

function findTermFault({ glossary }: Edition, hash: string | undefined) {
  if (hash === undefined || glossary.some(({ id }) => id === hash)) return undefined
  return `there is no term ${hash} in the glossary`
}

const pagePatterns = routes.flatMap(({ id, path }) =>
  id === '404' ? [] : [new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)],
)

function isPage(path: string): boolean {
  const [plain = ''] = path.split('?', 1)
  return pagePatterns.some((pattern) => pattern.test(plain))
}
