import { Problem } from '@platemark/api/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAddress } from 'viem'
import type { AppContext } from '../../http/app-context.ts'
import { filePolicy } from '../../http/headers.ts'
import { createRequestLimit } from '../../http/rate-limits.ts'
import type { RoutePlugin } from '../../http/route.ts'
import { achievementPicture } from './achievement-picture.ts'
import { campaignPicture, cardPicture } from './campaign-pictures.ts'
import { serveMarks } from './mark-routes.ts'
import { createOgImageRenderer, type RenderedImage } from './og-image.ts'
import type { OgImage } from './og-template.ts'
import { llmsText, robotsText } from './robots.ts'
import {
  articlePicture,
  collectionPicture,
  collectorPicture,
  namePicture,
  pagePicture,
  tokenPicture,
} from './service.ts'
import { MAX_AGE_SECONDS, renderSitemap, type Sitemap } from './sitemap.ts'

/**
 * Returns the routes for messengers and crawlers: share images, sitemap, robots.txt and
 * llms.txt.
 */
export function seoRoutes(context: AppContext): RoutePlugin[] {
  const { configuration } = context
  return [
    servePictures(context),
    serveMarks,
    serveSitemap(context),
    serveText('/robots.txt', robotsText(configuration)),
    serveText('/llms.txt', llmsText(configuration)),
  ]
}

type PathParams = { Params: Record<string, string> }

/** Fastify reads a parameter that is given twice as a list. */
type ChainQuery = PathParams & { Querystring: { chain?: string | string[] } }

function servePictures(context: AppContext): RoutePlugin {
  const draw = createOgImageRenderer(context)
  const { limits, rate_limit_scale } = context.configuration
  return (app) => {
    const count = createRequestLimit(
      app,
      limits.share_images_per_client * rate_limit_scale,
    )
    const send = async (
      { request, reply, isMemoryOnly = false }: Call,
      picture: OgImage,
    ) => {
      const charge = () => count(request)
      return sendPicture(reply, await draw({ picture, charge, isMemoryOnly }))
    }
    app.get('/og/page.png', (request, reply) =>
      send({ request, reply }, pagePicture(context)),
    )
    app.get<PathParams>('/og/collection/:chain/:file', async (request, reply) => {
      const { params } = request
      const place = placeOf(params, nameOf(params))
      return send({ request, reply }, await collectionPicture(context, place))
    })
    app.get<PathParams>('/og/token/:chain/:address/:file', async (request, reply) => {
      const { params } = request
      const token_id = nameOf(params)
      if (!/^(0|[1-9]\d{0,77})$/.test(token_id)) throw new Problem('not_found')
      const place = { ...placeOf(params, params.address), token_id }
      const picture = await tokenPicture(context, place)
      return send({ request, reply, isMemoryOnly: true }, picture)
    })
    app.get<PathParams>('/og/name/:file', async (request, reply) => {
      const picture = namePicture(context, aliasOf(request.params.file))
      return send({ request, reply, isMemoryOnly: true }, picture)
    })
    app.get<PathParams>('/og/academy/:file', async (request, reply) => {
      const picture = await articlePicture(context, aliasOf(request.params.file))
      return send({ request, reply }, picture)
    })
    app.get<PathParams>('/og/campaign/:file', async (request, reply) => {
      const picture = await campaignPicture(context, aliasOf(request.params.file))
      return send({ request, reply, isMemoryOnly: true }, picture)
    })
    app.get<PathParams>('/og/card/:alias/:file', async (request, reply) => {
      const { params } = request
      const address = nameOf(params)
      if (!isAddress(address, { strict: false })) throw new Problem('not_found')
      const picture = await cardPicture(context, params.alias ?? '', address)
      return send({ request, reply, isMemoryOnly: true }, picture)
    })
    app.get<ChainQuery>('/og/achievement/:address/:file', async (request, reply) => {
      const { address = '' } = request.params
      if (!isAddress(address, { strict: false })) throw new Problem('not_found')
      const { chain } = request.query
      const place = { address, chain: typeof chain === 'string' ? chain : undefined }
      const id = nameOf(request.params)
      const picture = await achievementPicture(context, { ...place, id })
      return send({ request, reply, isMemoryOnly: true }, picture)
    })
    app.get<ChainQuery>('/og/collector/:file', async (request, reply) => {
      const address = nameOf(request.params)
      if (!isAddress(address, { strict: false })) throw new Problem('not_found')
      const { chain } = request.query
      const asked = typeof chain === 'string' ? chain : undefined
      const picture = await collectorPicture(context, address, asked)
      return send({ request, reply, isMemoryOnly: true }, picture)
    })
  }
}

type Call = {
  request: FastifyRequest
  reply: FastifyReply
  isMemoryOnly?: boolean
}

/** Returns a picture's name without its extension. */
function nameOf({ file = '' }: Record<string, string>): string {
  return /^(\w+)\.png$/.exec(file)?.[1] ?? ''
}

/** Returns the alias that a picture is named by; empty for another form. */
function aliasOf(file = ''): string {
  return /^([a-z0-9-]+)\.png$/.exec(file)?.[1] ?? ''
}

function placeOf({ chain = '' }: Record<string, string>, address = '') {
  if (!isAddress(address, { strict: false })) throw new Problem('not_found')
  return { chain_alias: chain, contract_address: address }
}

function sendPicture(reply: FastifyReply, { hash, bytes }: RenderedImage): FastifyReply {
  return reply
    .headers({
      'content-type': 'image/png',
      'content-security-policy': filePolicy,
      'cache-control': 'public, max-age=3600',
      etag: `"${hash.slice(0, 32)}"`,
    })
    .send(bytes)
}

function serveSitemap(context: AppContext): RoutePlugin {
  const sitemap = renderSitemap(context)
  const send = async (reply: FastifyReply, page: ReturnType<Sitemap['index']>) => {
    const { text, etag } = await page
    return reply
      .headers({
        etag,
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
      })
      .send(text)
  }
  return (app) => {
    app.get('/sitemap.xml', (_request, reply) => send(reply, sitemap.index()))
    app.get('/sitemap/pages.xml', (_request, reply) => send(reply, sitemap.pages()))
    app.get<PathParams>('/sitemap/:chain/:file', ({ params }, reply) => {
      const { chain = '', file = '' } = params
      const start = /^(.+)\.xml$/.exec(file)?.[1] ?? ''
      return send(reply, sitemap.collections(chain, start))
    })
  }
}

function serveText(url: string, text: string): RoutePlugin {
  return (app) => {
    app.get(url, (_request, reply) =>
      reply
        .headers({
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'public, max-age=3600',
        })
        .send(text),
    )
  }
}
