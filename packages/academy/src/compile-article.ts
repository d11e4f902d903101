import { compileSync } from '@mdx-js/mdx'
import sh from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import { createLowlight } from 'lowlight'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import { SKIP, visit } from 'unist-util-visit'
import { headingId } from './article-text.ts'
import { type ArticleContext, checkArticle } from './check-article.ts'
import { ContentError } from './content-error.ts'
import { type ContentNode, textAttributes } from './content-node.ts'
import { findPicture, toNarrowName } from './pictures.ts'
import type { Article } from './read-academy.ts'

/** A JavaScript module of an article's elements, and the terms that it uses. */
export type CompiledArticle = { code: string; terms: string[] }

/**
 * Compiles an article to a module whose default export returns React elements: no markup is
 * evaluated when the page is shown. Components come from the property `components`. Throws
 * `ContentError` with the line of everything that `checkArticle` refuses.
 */
export function compileArticle(context: ArticleContext): CompiledArticle {
  const { article } = context
  const terms: string[] = []
  try {
    const { value } = compileSync(
      { value: article.source, path: article.file },
      {
        format: 'mdx',
        jsxImportSource: 'react',
        // Alignment is an attribute: the policy of pages allows no inline styles.
        tableCellAlignToStyle: false,
        remarkPlugins: [
          remarkFrontmatter,
          remarkGfm,
          () => (tree: object) => {
            const faults = checkArticle(tree as ContentNode, context)
            if (faults.length > 0) throw new ContentError(faults)
            terms.push(...listTerms(tree))
            resolveFigures(tree, article)
          },
        ],
        rehypePlugins: [
          () => (tree: object) => {
            addHeadingIds(tree)
            labelCells(tree)
            highlightCode(tree)
          },
        ],
      },
    )
    return { code: String(value), terms }
  } catch (error) {
    if (error instanceof ContentError) throw error
    throw new ContentError([
      { file: article.file, line: lineOfError(error), message: messageOfError(error) },
    ])
  }
}

/** Returns the line of a syntax error of the parser; some have it only in their text, `(7:1-7:21)`. */
function lineOfError(error: unknown): number {
  const { line } = error as { line?: unknown }
  if (typeof line === 'number') return line
  return Number(/\((\d+):\d+/.exec(messageOfError(error))?.[1] ?? 1)
}

function messageOfError(error: unknown): string {
  const { reason } = error as { reason?: unknown }
  return typeof reason === 'string' ? reason : String(error)
}

function listTerms(tree: object): string[] {
  const found = new Set<string>()
  visit(tree as never, (node: ContentNode) => {
    if (node.name === 'Term') found.add(textAttributes(node).id ?? '')
  })
  return [...found]
}

/** Replaces the file of each figure by its path on the server and that of its narrow drawing, with sizes. */
function resolveFigures(tree: object, article: Article): void {
  visit(tree as never, (node: ContentNode) => {
    if (node.name !== 'Figure') return
    const { src = '', alt = '', caption = '' } = textAttributes(node)
    const picture = findPicture(article, src)
    if (!picture) throw new Error(`${article.alias} has no picture ${src}`)
    const { width, height } = picture.size ?? {}
    const narrow = findPicture(article, toNarrowName(src))
    node.attributes = toAttributes({
      ...{ src: picture.url, alt, caption, width, height },
      ...{ narrow: narrow?.url, narrowHeight: narrow?.size?.height },
    })
  })
}

function toAttributes(texts: Record<string, string | number | undefined>) {
  return Object.entries(texts).flatMap(([name, value]) =>
    value === undefined ? [] : [{ type: 'mdxJsxAttribute', name, value: String(value) }],
  )
}

/** A node of HTML. */
type HtmlNode = {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  data?: { meta?: string | null }
  value?: string
  children?: HtmlNode[]
}

function addHeadingIds(tree: object): void {
  visit(tree as never, 'element', (node: HtmlNode) => {
    if (!/^h[23]$/.test(node.tagName ?? '')) return
    node.properties = { ...node.properties, id: headingId(textOf(node)) }
  })
}

/** Gives each cell but the first of a row the heading of its column, which narrow screens show. */
function labelCells(tree: object): void {
  visit(tree as never, 'element', (table: HtmlNode) => {
    if (table.tagName !== 'table') return
    const rows = listElements(table, 'tr')
    const titles = rows.flatMap((row) => listElements(row, 'th')).map(textOf)
    for (const row of rows) {
      for (const [index, cell] of listElements(row, 'td').entries()) {
        const title = titles[index]
        if (index > 0 && title) cell.properties = { ...cell.properties, dataTitle: title }
      }
    }
  })
}

function listElements({ children = [] }: HtmlNode, tagName: string): HtmlNode[] {
  return children.flatMap((child) =>
    child.tagName === tagName ? [child] : listElements(child, tagName),
  )
}

function textOf({ value = '', children = [] }: HtmlNode): string {
  return value + children.map(textOf).join('')
}

const highlighter = createLowlight({ json, sh })

/** Replaces each code block by the component `Code`, with classes for its parts. */
function highlightCode(tree: object): void {
  visit(
    tree as never,
    'element',
    (node: HtmlNode, index: number | undefined, parent: HtmlNode | undefined) => {
      const [code] = node.children ?? []
      if (node.tagName !== 'pre' || !code || !parent?.children || index === undefined)
        return
      const [className = ''] = (code.properties?.className ?? []) as string[]
      const language = className.replace('language-', '')
      const text = textOf(code).replace(/\n$/, '')
      const [, title] = /title="([^"]*)"/.exec(code.data?.meta ?? '') ?? []
      const children = highlighter.registered(language)
        ? highlighter.highlight(language, text).children
        : [{ type: 'text', value: text }]
      parent.children[index] = {
        type: 'mdxJsxFlowElement',
        name: 'Code',
        attributes: toAttributes({ language, title, text }),
        children,
      } as HtmlNode
      return SKIP
    },
  )
}
