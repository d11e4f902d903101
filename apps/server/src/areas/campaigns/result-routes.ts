import { campaignAlias } from '@platemark/api/campaigns'
import { Problem } from '@platemark/api/problem'
import type { RoutePlugin } from '../../http/route.ts'
import { formatRules } from './definition/read-campaign.ts'
import { readResultFile } from './queries/results.ts'
import { requireCampaign } from './service/visible.ts'

const files = [
  ['result.csv', 'file', 'text/csv; charset=utf-8'],
  ['inputs.json', 'inputs', 'application/json; charset=utf-8'],
  ['correction.csv', 'correction_file', 'text/csv; charset=utf-8'],
] as const

type AliasParams = { Params: { alias: string } }

/** Serves the files of a final result, byte by byte as they were hashed; 404 before the freeze. */
export const serveResultFiles: RoutePlugin = (app, { database }) => {
  for (const [name, column, type] of files) {
    app.get<AliasParams>(`/api/campaigns/:alias/${name}`, async (request, reply) => {
      const { alias } = request.params
      const isAlias = campaignAlias.safeParse(alias).success
      const text = isAlias ? await readResultFile(database, alias, column) : undefined
      if (text === undefined)
        throw new Problem('not_found', 'The result is not final yet.')
      return reply
        .headers({
          'content-type': type,
          'content-disposition': `attachment; filename="${alias}-${name}"`,
          'cache-control': 'public, max-age=60',
        })
        .send(text)
    })
  }
}

/**
 * Serves the whole rules of a published campaign, byte by byte as their version is the hash of
 * them. Throws `campaign_not_found`.
 */
export const serveRules: RoutePlugin = (app, context) => {
  app.get<AliasParams>('/api/campaigns/:alias/rules.json', async (request, reply) => {
    const alias = campaignAlias.safeParse(request.params.alias)
    if (!alias.success) throw new Problem('campaign_not_found')
    const { definition } = await requireCampaign(context, alias.data)
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=60',
      })
      .send(formatRules(definition))
  })
}
