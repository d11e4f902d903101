import { visit } from 'unist-util-visit'
import { headingId } from './article-text.ts'
import { findLinkFault } from './check-link.ts'
import { calloutKinds, codeLanguages, components } from './components.ts'
import type { ContentFault } from './content-error.ts'
import { type ContentNode, isComponent, textAttributes } from './content-node.ts'
import { findPicture } from './pictures.ts'
import type { Article, Edition } from './read-academy.ts'

/** The article whose tree is checked, and the others of its language. */
export type ArticleContext = { article: Article; edition: Edition }

/**
 * Returns the faults of an article's syntax tree: it has headings, text, lists, tables, code and
 * the components of `components.ts`, and nothing that runs or that is loaded from elsewhere.
 */
export function checkArticle(tree: ContentNode, context: ArticleContext): ContentFault[] {
  const { article } = context
  const faults: ContentFault[] = []
  const seen = new Set<string>()
  visit(tree as never, (node: ContentNode, _index, parent: ContentNode | undefined) => {
    const message = findFault(node, parent, context) ?? findHeadingFault(node, seen)
    const line = node.position?.start.line ?? 1
    if (message !== undefined) faults.push({ file: article.file, line, message })
  })
  return faults
}

/** Returns what is wrong with one node, or undefined. */
function findFault(
  node: ContentNode,
  parent: ContentNode | undefined,
  context: ArticleContext,
): string | undefined {
  if (isComponent(node)) return findComponentFault(node, parent, context)
  switch (node.type) {
    case 'mdxjsEsm':
      return 'import and export are not allowed'
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return 'an expression in braces is not allowed'
    case 'html':
      return 'HTML is not allowed'
    case 'image':
    case 'imageReference':
      return 'a picture is a Figure with a file beside the article'
    case 'footnoteReference':
    case 'footnoteDefinition':
      return 'footnotes are not allowed; a source is a link where the fact stands'
    case 'link':
    case 'definition':
      return findLinkFault(node.url ?? '', {
        alias: context.article.alias,
        edition: context.edition,
      })
    case 'code':
      return codeLanguages.includes(node.lang ?? '')
        ? undefined
        : `code needs one of the languages ${codeLanguages.join(', ')}`
    default:
      return undefined
  }
}

function findHeadingFault(node: ContentNode, seen: Set<string>): string | undefined {
  if (node.type !== 'heading') return undefined
  if (node.depth !== 2 && node.depth !== 3) return 'headings are ## or ###'
  const [text, ...others] = node.children ?? []
  if (text?.type !== 'text' || others.length > 0) return 'headings are plain text'
  const id = headingId(text.value ?? '')
  if (id === '' || seen.has(id)) return `another heading has the id ${id}`
  seen.add(id)
  return undefined
}

function findComponentFault(
  node: ContentNode,
  parent: ContentNode | undefined,
  context: ArticleContext,
): string | undefined {
  const name = node.name ?? ''
  const rule = Object.hasOwn(components, name) ? components[name] : undefined
  if (!rule) return `<${name}> is not one of ${Object.keys(components).join(', ')}`
  const { required, inside } = rule
  const attributes = node.attributes ?? []
  if (attributes.some(({ type, value }) => type !== 'mdxJsxAttribute' || isNode(value)))
    return `attributes of ${name} are texts in quotes`
  const unknown = attributes.find((one) => !required.includes(one.name ?? ''))
  if (unknown) return `${name} has no attribute ${unknown.name}`
  const texts = textAttributes(node)
  const missing = required.find((attribute) => !texts[attribute])
  if (missing) return `${name} needs the attribute ${missing}`
  if (inside !== undefined && parent?.name !== inside)
    return `${name} is allowed only inside ${inside}`
  return findValueFault(name, texts, context)
}

function isNode(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Returns what is wrong with the values of a component's attributes. */
function findValueFault(
  name: string,
  { kind = '', id = '', src = '', to = '', value = '' }: Record<string, string>,
  { article, edition }: ArticleContext,
): string | undefined {
  switch (name) {
    case 'Callout':
      return calloutKinds.includes(kind)
        ? undefined
        : `the kind of a Callout is ${calloutKinds.join(', ')}`
    case 'Term':
      return edition.glossary.some((term) => term.id === id)
        ? undefined
        : `there is no term ${id} in the glossary`
    case 'Figure':
      return findPicture(article, src) ? undefined : `there is no picture ${src}`
    case 'TryIt':
      return to.startsWith('/')
        ? findLinkFault(to, { alias: article.alias, edition })
        : 'TryIt must link to a page of this site'
    case 'Address':
      return /^0x[0-9a-fA-F]{40}$/.test(value)
        ? undefined
        : 'an Address is 0x and 40 hex digits'
    default:
      return undefined
  }
}
