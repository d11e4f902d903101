import {
  type RouteRead,
  type Route as RouteRow,
  routes,
  shellReads,
} from '@platemark/api/routes'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type NotFoundRouteProps,
  notFound,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { isShown, nullableApiQuery } from './lib/query.ts'
import { readSearch, writeSearch } from './lib/search.ts'
import { createStore } from './lib/store.ts'
import { pages } from './pages.ts'
import { Layout } from './shell/layout.tsx'
import { RouteError, ShellError } from './shell/route-error.tsx'
import { preload } from './ui/deferred-hydration.tsx'
import { OnMount } from './ui/on-mount.tsx'

type Context = { queries: QueryClient }
type AppRouter = ReturnType<typeof createAppRouter>

/** The whole app; server and browser render the same tree. */
export function App({ router, queries }: { router: AppRouter; queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

export function createAppRouter(queries: QueryClient, history?: RouterHistory) {
  const root = createRootRouteWithContext<Context>()({
    component: Layout,
    notFoundComponent: lazyPage<Partial<NotFoundRouteProps>>(pages['404']),
    errorComponent: reportMount(ShellError),
    loader: ({ context }) => load(context.queries, shellReads),
  })
  const children = routes.map((row: RouteRow & { id: keyof typeof pages }) =>
    createRoute({
      getParentRoute: () => root,
      path: row.path,
      component: lazyPage(pages[row.id]),
      errorComponent: reportMount(RouteError),
      loaderDeps: ({ search }) => search,
      loader: async ({ context: { queries }, params, deps: query }) => {
        // The URL of the not-found page is itself answered with 404.
        if (row.id === '404') throw notFound()
        const answers = await load(queries, row.reads({ params, query }))
        const later = row.readsAfter?.({ params, query }, answers) ?? []
        if (later.length > 0) await load(queries, later)
      },
    }),
  )
  return createRouter({
    routeTree: root.addChildren(children),
    context: { queries },
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    notFoundMode: 'root',
    defaultViewTransition: {
      types: ({ fromLocation, pathChanged }) =>
        fromLocation && pathChanged && !prefersReducedMotion() ? [] : false,
    },
    // On the server it would emit an inline script.
    scrollRestoration: typeof document !== 'undefined' && keepFirstScroll(),
    ...(history && { history }),
  })
}

/**
 * Returns the condition on which the router scrolls a page that it rendered: always, except for
 * the first page, where its visitor scrolled before the scripts ran.
 */
function keepFirstScroll(): () => boolean {
  let isFirst = true
  return () => {
    const isKept = isFirst && window.scrollY > 0
    isFirst = false
    return !isKept
  }
}

/** Returns whether reduced motion is set for this site or for the system. */
function prefersReducedMotion(): boolean {
  return (
    document.documentElement.dataset.motion === 'reduced' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/**
 * True once React has mounted a page; false while only the server-rendered HTML is shown.
 */
export const hasMountedPage = createStore(false)

/** Wraps a page or error component so that mounting it sets `hasMountedPage`. */
function reportMount<Props extends object>(Page: ComponentType<Props>) {
  return (props: Props) => (
    <OnMount onMount={markPageMounted}>
      <Page {...props} />
    </OnMount>
  )
}

function markPageMounted() {
  hasMountedPage.write(true)
}

/**
 * Loads a page with its deferred parts. The first page in a browser skips them: the
 * server rendered it.
 */
function lazyPage<Props extends object>(
  load: () => Promise<{ Page: ComponentType<Props> }>,
) {
  return lazyRouteComponent(async () => {
    const { Page } = await load().catch((cause: unknown) => {
      // A message that begins with the failed module makes the router reload, also offline.
      throw new Error(`page cannot be loaded: ${String(cause)}`, { cause })
    })
    // If a deferred part fails to load, the rest of its page is shown.
    if (hasMountedPage.read()) await preload().catch(() => {})
    return { Page: reportMount(Page) }
  }, 'Page')
}

/**
 * Waits for the essential reads of a page, returns their responses and prefetches the
 * others. Throws `notFound`, with the response as its data, when an essential resource is
 * missing or blocked.
 */
async function load(queries: QueryClient, reads: RouteRead[]): Promise<unknown[]> {
  for (const read of reads) if (!read.is_essential) prefetch(queries, read)
  const essential = reads.filter((read) => read.is_essential)
  const answers = await Promise.all(
    essential.map((read) =>
      queries.ensureQueryData({
        ...nullableApiQuery(read.operation, toInput(read)),
        // Offline it fails instead of waiting, so that the page with that reason is shown.
        networkMode: 'always',
      }),
    ),
  )
  for (const data of answers) if (!isShown(data)) throw notFound({ data })
  return answers
}

function prefetch(queries: QueryClient, read: RouteRead) {
  // SSR fetches nothing: missing responses are fetched in the browser.
  if (typeof document === 'undefined') return
  void queries.prefetchQuery(nullableApiQuery(read.operation, toInput(read)))
}

function toInput({ params, query }: RouteRead) {
  return { ...(params && { params }), ...(query && { query }) }
}
