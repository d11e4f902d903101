import type { Boot } from '@platemark/api/routes'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App, createAppRouter } from './app.tsx'
import { createQueryClient } from './lib/query.ts'
import { preload } from './ui/deferred-hydration.tsx'

/**
 * Renders the first view of a URL from the responses in `boot`, without any fetch.
 * Returns the HTML of the root element and the HTTP status.
 */
export async function renderPage(
  url: string,
  boot: Boot,
): Promise<{ html: string; status: number }> {
  const queries = createQueryClient(boot.answers)
  const { router, status } = await load(url, queries)
  await preload({ withRare: true })
  const html = renderToString(<App router={router} queries={queries} />)
  queries.clear()
  return { html, status }
}

async function load(url: string, queries: ReturnType<typeof createQueryClient>) {
  const router = createAppRouter(queries, createMemoryHistory({ initialEntries: [url] }))
  await router.load()
  const result = router._serverResult
  if (result?.type !== 'redirect') return { router, status: result?.status ?? 500 }
  // The router redirects to its normalized URL (`?a=b c` becomes `?a=b+c`): render that
  // one.
  const usual = createAppRouter(
    queries,
    createMemoryHistory({ initialEntries: [result.redirect.options.href ?? '/'] }),
  )
  await usual.load()
  const second = usual._serverResult
  return { router: usual, status: second?.type === 'render' ? second.status : 500 }
}
