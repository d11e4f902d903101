import { campaignAlias } from '@platemark/api/campaigns'
import { Problem } from '@platemark/api/problem'
import type { RoutePlugin } from '../../http/route.ts'
import { readResultFile } from './queries/results.ts'

const files = [
  ['result.csv', 'file', 'text/csv; charset=utf-8'],
  ['inputs.json', 'inputs', 'application/json; charset=utf-8'],
  ['correction.csv', 'correction_file', 'text/csv; charset=utf-8'],
] as const

/** Serves the files of a final result, byte by byte as they were hashed; 404 before the freeze. */
export const serveResultFiles: RoutePlugin = (app, { database }) => {
  for (const [name, column, type] of files) {
    app.get<{ Params: { alias: string } }>(
      `/api/campaigns/:alias/${name}`,
      async (request, reply) => {
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
      },
    )
  }
}
