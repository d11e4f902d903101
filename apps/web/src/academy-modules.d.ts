/** The list of articles, and the texts that the page searches. */
declare module 'virtual:academy' {
  import type { ArticleCard } from '@platemark/api/academy'

  /** In the order of the page. */
  export const tracks: { id: string; title: string; summary: string }[]
  export const tags: string[]
  /** By track and order; texts of headings and names of terms are for the search. */
  export const articles: (ArticleCard & { headings: string[]; terms: string[] })[]
}

/** The texts of articles, a chunk each. */
declare module 'virtual:academy/articles' {
  import type { ComponentType, ReactElement } from 'react'

  export type ArticleModule = {
    /** Renders the text; `components` are those of the content, and elements by tag. */
    // biome-ignore lint/suspicious/noExplicitAny: the attributes differ from component to component
    default(props: { components: Record<string, ComponentType<any>> }): ReactElement
    headings: { id: string; level: 2 | 3; text: string }[]
    /** Terms that the text uses, by id. */
    terms: Record<string, { term: string; short: string }>
  }

  /** Imports by language and alias, such as `en/wallet-basics`. */
  export const articleModules: Record<string, () => Promise<ArticleModule>>
}

/** All terms of the academy, by name. */
declare module 'virtual:academy/glossary' {
  export const glossary: {
    id: string
    term: string
    short: string
    text: string
    see_also: string[]
    /** Alias of the article that explains it. */
    article: string
  }[]
}
