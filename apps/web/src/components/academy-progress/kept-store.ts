import { localStore } from '@platemark/mint/browser-store'
import { useSyncExternalStore } from 'react'
import { subscribeToken } from '../../lib/session.ts'
import {
  formatKept,
  type KeptArticle,
  type KeptArticles,
  parseKept,
} from './article-progress.ts'
import { KEPT_KEY } from './kept-key.ts'

const listeners = new Set<() => void>()
const none: KeptArticles = {}
let known: { text: string | null; articles: KeptArticles } = {
  text: null,
  articles: none,
}

/** Returns the progress that this browser keeps; the same object until it changes. */
export function readKeptArticles(): KeptArticles {
  const text = localStore.getItem(KEPT_KEY)
  if (text !== known.text) known = { text, articles: parseKept(text) }
  return known.articles
}

/** Replaces what is kept of one article by what `change` returns for it. */
export function keepArticle(
  alias: string,
  change: (before: KeptArticle | undefined) => KeptArticle,
): void {
  const articles = readKeptArticles()
  const text = formatKept({ ...articles, [alias]: change(articles[alias]) })
  if (text === known.text) return
  localStore.setItem(KEPT_KEY, text)
  for (const listener of [...listeners]) listener()
}

/** Returns what this browser keeps; nothing in SSR and during hydration. */
export function useKept(): KeptArticles {
  return useSyncExternalStore(subscribe, readKeptArticles, () => none)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  // Logging out clears the storage.
  const stop = subscribeToken(listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
    stop()
  }
}
