import type { Endpoint } from '@platemark/api/endpoint'
import { routes as pages } from '@platemark/api/routes'
import { toJsonSchema } from '../../src/areas/instance/openapi-schema.ts'
import type { Route } from '../calls.ts'
import type { Target } from './request.ts'

/** Routes without an endpoint: documents, files and pages. */
const undescribed = [
  'GET /api/docs',
  'GET /api/openapi.json',
  'GET /files/:name',
  'GET /lists/:name',
  'GET /plates/:name',
  'GET /api/names/:name/image.svg',
  'GET /robots.txt',
  'GET /og/page.png',
  'GET /og/collection/:chain/:file',
  'GET /og/token/:chain/:address/:file',
  'GET /og/collector/:file',
  'GET /og/name/:file',
  'GET /og/academy/:file',
  'GET /og/campaign/:file',
  'GET /og/card/:alias/:file',
  'GET /og/achievement/:address/:file',
  'GET /api/badges/:digits',
  'GET /api/campaigns/:alias/result.csv',
  'GET /api/campaigns/:alias/inputs.json',
  'GET /api/campaigns/:alias/correction.csv',
  'GET /api/campaigns/:alias/rules.json',
  'GET /academy-files/:locale/:alias/:file',
  'GET /marks/emblems/:file',
  'GET /marks/medals/:tier/:file',
  'GET /marks/networks/:file',
  'GET /marks/postmarks/:chain/:file',
  'GET /sitemap.xml',
  'GET /sitemap/pages.xml',
  'GET /api/contract/studio/:contract_id/archive/:ticket.car',
  'GET /api/contract/:chain_alias/:contract_address/art/:root.car',
  'GET /api/contract/studio/:contract_id/exports/:ticket.zip',
  'GET /sitemap/:chain/:file',
  'GET /llms.txt',
  'GET /collection-meta-page/:chain/:alias',
  'GET /widget/examples',
  'GET /widget/platemark-mint.js',
  'POST /rpc/:alias',
  'GET /api/ens/:sender/*',
  'POST /api/ens',
  ...pages.map(({ path }) => `GET ${path.replaceAll('$', ':')}`),
]

/** Methods that endpoints have; any other route is read. */
const targetMethods = ['POST', 'PUT', 'DELETE'] as const

/** Lists all routes with a response other than a refusal. Throws for an unknown route. */
export function listTargets(routes: Route[]): Target[] {
  const described = new Set(
    routes.flatMap(({ endpoint, url }) => (endpoint ? [url] : [])),
  )
  return routes.flatMap(({ method: named, url: path, endpoint }): Target[] => {
    const key = `${named} ${path}`
    const method = targetMethods.find((one) => one === named) ?? 'GET'
    const queryFields = fieldsOf(endpoint?.query)
    const target = {
      key,
      method,
      path,
      endpoint,
      queryFields,
      bodyFields: fieldsOf(endpoint?.body),
    } as const
    if (endpoint || undescribed.includes(key) || isIcon(path)) return [target]
    // The preflight route of @fastify/cors for every URL.
    if (key === 'OPTIONS *') return []
    // One of a hundred equivalent files of the web build.
    if (/^\/(assets|widget)\//.test(path)) return []
    const isKnown = undescribed.some((one) => one.endsWith(` ${path}`))
    // Route of another method of a path: a refusal.
    if (isKnown || described.has(path)) return []
    throw new Error(`route ${key} has no request generator: add one to page-parts.ts`)
  })
}

/** File of the web build outside its assets. */
function isIcon(path: string): boolean {
  return /^\/[\w-]+\.(svg|png|ico|webmanifest)$/.test(path)
}

function fieldsOf(schema: Endpoint['body']): Target['bodyFields'] {
  return schema ? (toJsonSchema(schema, 'input').properties ?? {}) : {}
}
