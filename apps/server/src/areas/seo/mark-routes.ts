import { achievementTiers } from '@platemark/api/achievements'
import { Problem } from '@platemark/api/problem'
import { emblem, emblemKeys } from '@platemark/plates/engraving/emblem'
import { medal } from '@platemark/plates/engraving/medal'
import { networkMark } from '@platemark/plates/engraving/network-mark'
import { postmark } from '@platemark/plates/engraving/postmark'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { filePolicy } from '../../http/headers.ts'
import { parse } from '../../http/parse.ts'
import type { RoutePlugin } from '../../http/route.ts'
import { outlineLetter } from './outline-letter.ts'
import { toDrawableText } from './text-layout.ts'

const themeQuery = z.strictObject({
  theme: z._default(z.enum(['light', 'dark', 'system']), 'light'),
})

/** Path parameters of one drawing: the file, and the folder of a postmark or a medal. */
type Mark = { Params: { file: string; chain: string; tier: string } }

/**
 * Serves the drawings of campaigns, achievements and networks: emblems of guilds, medals, marks of
 * networks, and their postmarks on the day of a stamp or while it is pending. They follow from
 * their URL alone. Throws `not_found`.
 */
export const serveMarks: RoutePlugin = (app, { chains, configuration }) => {
  app.get<Mark>('/marks/emblems/:file', async (request, reply) => {
    const { theme } = readTheme(request.query)
    const key = emblemKeys.find((one) => `${one}.svg` === request.params.file)
    if (!key) throw new Problem('not_found')
    return sendDrawing(reply, emblem(key, theme))
  })
  app.get<Mark>('/marks/medals/:tier/:file', async (request, reply) => {
    const { theme } = readTheme(request.query)
    const tier = achievementTiers.find((one) => one === request.params.tier)
    const [, id, locked] =
      /^([a-z][a-z0-9_]{2,129})(-locked)?\.svg$/.exec(request.params.file) ?? []
    if (!tier || !id) throw new Problem('not_found')
    return sendDrawing(reply, medal(id, { tier, isLocked: locked !== undefined }, theme))
  })
  app.get<Mark>('/marks/networks/:file', async (request, reply) => {
    const { theme } = readTheme(request.query)
    const chain = chains.find((one) => `${one.alias}.svg` === request.params.file)
    if (!chain) throw new Problem('not_found')
    return sendDrawing(reply, networkMark(chain.alias, theme))
  })
  app.get<Mark>('/marks/postmarks/:chain/:file', async (request, reply) => {
    const { theme } = readTheme(request.query)
    const { chain: alias, file } = request.params
    const chain = chains.find((one) => one.alias === alias)
    const stamp = /^(.+)\.svg$/.exec(file)?.[1] ?? ''
    if (!chain || (stamp !== 'pending' && !isDay(stamp))) throw new Problem('not_found')
    const mark = {
      alias,
      name: toDrawableText(chain.name) ?? alias,
      issuer: toDrawableText(configuration.product_name) ?? '',
      day: stamp === 'pending' ? null : stamp,
    }
    return sendDrawing(reply, postmark(mark, outlineLetter, theme))
  })
}

function readTheme(query: unknown) {
  // Safe: `parse` returns what the schema makes of the query.
  return parse(themeQuery, query) as z.infer<typeof themeQuery>
}

/** Returns whether a text is an existing day of this century, `2026-02-02`. */
function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function sendDrawing(reply: FastifyReply, svg: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'image/svg+xml',
      'content-security-policy': filePolicy,
      'cache-control': 'public, max-age=604800, stale-while-revalidate=604800',
    })
    .send(svg)
}
