import type { FastifyInstance } from 'fastify'
import { collectionRoutes } from './areas/collections/routes.ts'
import { currencyRoutes } from './areas/currencies/routes.ts'
import { discoveryRoutes } from './areas/discovery/routes.ts'
import { addOpenapi } from './areas/instance/openapi.ts'
import { instanceRoutes } from './areas/instance/routes.ts'
import { liveRoutes } from './areas/live/routes.ts'
import { metadataRoutes } from './areas/metadata/routes.ts'
import { moderationRoutes } from './areas/moderation/routes.ts'
import { profileRoutes } from './areas/profile/routes.ts'
import { pageMeta } from './areas/seo/page-meta.ts'
import { sharingRoutes } from './areas/seo/routes.ts'
import { sessionRoutes } from './areas/session/routes.ts'
import { statsRoutes } from './areas/stats/routes.ts'
import { studioRoutes } from './areas/studio/routes.ts'
import type { Resources } from './http/app-context.ts'
import { contentSecurityPolicy, readOrigins } from './http/headers.ts'
import { openHttp } from './http/http.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { addForms } from './http/multipart.ts'
import type { Served } from './http/route.ts'
import { addPages } from './pages/pages.ts'
import { openWeb } from './pages/web-build.ts'
import { addWidget } from './pages/widget.ts'

/** Every route of the product, area by area. */
const areas: ((resources: Resources) => Served[])[] = [
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
  sharingRoutes,
]

type Options = {
  /** Serves the web live from its sources. */
  isDevelopment?: boolean
  /** Routes beside the product's own. */
  also?: Served[]
}

/** The whole HTTP side: API, files and painted pages. Listens nowhere yet. */
export async function buildApp(
  resources: Resources,
  { isDevelopment = false, also = [] }: Options = {},
): Promise<FastifyInstance> {
  const { configuration } = resources
  const web = await openWeb(configuration, { isDevelopment })
  const policy = contentSecurityPolicy({ ...web, origins: readOrigins(resources) })
  const app = await openHttp(resources, policy)
  const refuse = refuseOtherMethods(app)
  addOpenapi(app, configuration)
  // Behind the two that note every route: what is added in a place of its own has their hooks.
  await addForms(app)
  for (const add of [...areas.flatMap((area) => area(resources)), ...also]) {
    add(app, resources)
  }
  refuse()
  if (web.widget) await addWidget(app, web.widget)
  await addPages(app, resources, { web, describe: pageMeta(resources) })
  return app
}
