import type { FastifyInstance } from 'fastify'
import { academyRoutes } from './areas/academy/routes.ts'
import { achievementRoutes } from './areas/achievements/routes.ts'
import { campaignRoutes } from './areas/campaigns/routes.ts'
import { collectionRoutes } from './areas/collections/routes.ts'
import { currencyRoutes } from './areas/currencies/routes.ts'
import { discoveryRoutes } from './areas/discovery/routes.ts'
import { earningsRoutes } from './areas/earnings/routes.ts'
import { addOpenapi } from './areas/instance/openapi.ts'
import { instanceRoutes } from './areas/instance/routes.ts'
import { liveRoutes } from './areas/live/routes.ts'
import { metadataRoutes } from './areas/metadata/routes.ts'
import { moderationRoutes } from './areas/moderation/routes.ts'
import { gatewayRoutes } from './areas/names/gateway/routes.ts'
import { nameRoutes } from './areas/names/routes.ts'
import { ownershipRoutes } from './areas/ownership/routes.ts'
import { profileRoutes } from './areas/profile/routes.ts'
import { pageMeta } from './areas/seo/page-meta.ts'
import { seoRoutes } from './areas/seo/routes.ts'
import { sessionRoutes } from './areas/session/routes.ts'
import { statsRoutes } from './areas/stats/routes.ts'
import { studioRoutes } from './areas/studio/routes.ts'
import type { AppContext } from './http/app-context.ts'
import { connectOrigins, contentSecurityPolicy, fileOrigins } from './http/headers.ts'
import { createHttpServer } from './http/http.ts'
import { addLargeBodies } from './http/large-body.ts'
import { rejectOtherMethods } from './http/methods.ts'
import { addForms } from './http/multipart.ts'
import type { RoutePlugin } from './http/route.ts'
import { addPages } from './pages/pages.ts'
import { openWeb } from './pages/web-build.ts'
import { addWidget } from './pages/widget.ts'

/** Route plugins of every area. */
const areas: ((context: AppContext) => RoutePlugin[])[] = [
  sessionRoutes,
  profileRoutes,
  currencyRoutes,
  instanceRoutes,
  discoveryRoutes,
  collectionRoutes,
  liveRoutes,
  statsRoutes,
  metadataRoutes,
  moderationRoutes,
  studioRoutes,
  ownershipRoutes,
  earningsRoutes,
  nameRoutes,
  gatewayRoutes,
  academyRoutes,
  achievementRoutes,
  campaignRoutes,
  seoRoutes,
]

type Options = {
  /** Serves the web app from its sources through the vite development server. */
  isDevelopment?: boolean
  /** Plugins registered after the product's own routes. */
  extraRoutes?: RoutePlugin[]
}

/**
 * Builds the HTTP application: API, files and server-rendered pages. Does not listen on a
 * port.
 */
export async function buildApp(
  context: AppContext,
  { isDevelopment = false, extraRoutes = [] }: Options = {},
): Promise<FastifyInstance> {
  const { configuration } = context
  const web = await openWeb(configuration, { isDevelopment })
  const policy = contentSecurityPolicy({
    ...web,
    origins: connectOrigins(context),
    files: fileOrigins(configuration),
  })
  const app = await createHttpServer(context, policy)
  const refuse = rejectOtherMethods(app)
  addOpenapi(app, configuration)
  // Registered after the two plugins above, so that routes inside the forms context
  // trigger their `onRoute` hooks.
  await addForms(app)
  await addLargeBodies(app)
  for (const add of [...areas.flatMap((area) => area(context)), ...extraRoutes]) {
    add(app, context)
  }
  refuse()
  if (web.widget) await addWidget(app, web.widget)
  await addPages(app, context, { web, describe: pageMeta(context) })
  return app
}
