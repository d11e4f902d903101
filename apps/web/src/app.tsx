import {
  type RouteRead,
  type Route as RouteRow,
  routes,
  shellReads,
} from '@platemark/wire/routes'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { found } from './lib/query.ts'
import { readSearch, writeSearch } from './lib/search.ts'
import { pages } from './pages.ts'
import { Layout } from './shell/layout.tsx'
import { RouteError } from './shell/route-error.tsx'

type Context = { queries: QueryClient }
type AppRouter = ReturnType<typeof newRouter>

/** The whole app, the same tree for the painter and the browser. */
export function App({ router, queries }: { router: AppRouter; queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

export function newRouter(queries: QueryClient, history?: RouterHistory) {
  const root = createRootRouteWithContext<Context>()({
    component: Layout,
    notFoundComponent: lazyRouteComponent(pages['not-found'], 'Page'),
    errorComponent: RouteError,
    loader: async ({ context }) => {
      await Promise.all(shellReads.map((read) => ensure(context.queries, read)))
    },
  })
  const children = routes.map((row: RouteRow & { id: keyof typeof pages }) =>
    createRoute({
      getParentRoute: () => root,
      path: row.path,
      component: lazyRouteComponent(pages[row.id], 'Page'),
      errorComponent: RouteError,
      loaderDeps: ({ search }) => search,
      loader: async ({ context, params, deps }) => {
        // The address of the not-found page is not found either.
        if (row.id === 'not-found') throw notFound()
        const reads = row.reads({ params, query: deps })
        const essential = reads.filter((read) => read.is_essential)
        for (const read of reads) {
          if (!read.is_essential) prefetch(context.queries, read)
        }
        const answers = await Promise.all(
          essential.map((read) => ensure(context.queries, read)),
        )
        if (answers.includes(null)) throw notFound()
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
    // On the server it would write an inline script.
    scrollRestoration: typeof document !== 'undefined',
    ...(history && { history }),
  })
}

function ensure(queries: QueryClient, read: RouteRead) {
  return queries.ensureQueryData(found(read.endpoint, partsOf(read)))
}

/** Starts a read that the page shows when it arrives, each part for itself. */
function prefetch(queries: QueryClient, read: RouteRead) {
  if (typeof document === 'undefined') return
  void queries.prefetchQuery(found(read.endpoint, partsOf(read)))
}

function partsOf({ params, query }: RouteRead) {
  return { ...(params && { params }), ...(query && { query }) }
}
