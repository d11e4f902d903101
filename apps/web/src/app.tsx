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

/** The whole app, the same tree for the painter and the browser. */
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
    notFoundComponent: lazyPage<Partial<NotFoundRouteProps>>(pages['not-found']),
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
      loader: ({ context, params, deps }) => {
        // The address of the not-found page is not found either.
        if (row.id === 'not-found') throw notFound()
        return load(context.queries, row.reads({ params, query: deps }))
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
    // On the server it would write an inline script.
    scrollRestoration: typeof document !== 'undefined',
    ...(history && { history }),
  })
}

/** Whether somebody asked for less motion, here or of the whole machine. */
function prefersReducedMotion(): boolean {
  return (
    document.documentElement.dataset.motion === 'reduced' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/** Whether a page is React's, after the one that was painted. */
export const hasMountedPage = createStore(false)

/** What stands in the place of a page: once it is there, React has a page. */
function reportMount<Props extends object>(Page: ComponentType<Props>) {
  return (props: Props) => (
    <OnMount then={markPageMounted}>
      <Page {...props} />
    </OnMount>
  )
}

function markPageMounted() {
  hasMountedPage.write(true)
}

/** A page with its painted parts, except for the first one in a browser: that was painted. */
function lazyPage<Props extends object>(
  load: () => Promise<{ Page: ComponentType<Props> }>,
) {
  return lazyRouteComponent(async () => {
    const { Page } = await load()
    // Where a part fails, the rest of its page is shown.
    if (hasMountedPage.read()) await preload().catch(() => {})
    return { Page: reportMount(Page) }
  }, 'Page')
}

/**
 * Waits for what a page cannot do without, and starts the rest: each part of the page shows
 * its own when it arrives. Throws `notFound` when something essential does not exist, or is
 * blocked: that page is told of it.
 */
async function load(queries: QueryClient, reads: RouteRead[]): Promise<void> {
  for (const read of reads) if (!read.is_essential) prefetch(queries, read)
  const essential = reads.filter((read) => read.is_essential)
  const answers = await Promise.all(
    essential.map((read) =>
      queries.ensureQueryData(nullableApiQuery(read.operation, toInput(read))),
    ),
  )
  for (const data of answers) if (!isShown(data)) throw notFound({ data })
}

function prefetch(queries: QueryClient, read: RouteRead) {
  // The painter fetches nothing: what it was not given is waited for in the browser.
  if (typeof document === 'undefined') return
  void queries.prefetchQuery(nullableApiQuery(read.operation, toInput(read)))
}

function toInput({ params, query }: RouteRead) {
  return { ...(params && { params }), ...(query && { query }) }
}
