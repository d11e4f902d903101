import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPicture, PICTURES_PATH } from '@platemark/academy/pictures'
import { Problem } from '@platemark/api/problem'
import { filePolicy } from '../../http/headers.ts'
import type { RoutePlugin } from '../../http/route.ts'

type Picture = {
  Params: { locale: string; alias: string; file: string }
  Querystring: { v?: string }
}

/** Serves the covers and figures of articles. Throws `not_found`. */
export const servePicture: RoutePlugin = (app, { academy }) => {
  app.get<Picture>(`${PICTURES_PATH}/:locale/:alias/:file`, async (request, reply) => {
    const { locale, alias, file } = request.params
    const article = academy.editions
      .find((edition) => edition.locale === locale)
      ?.articles.find((one) => one.alias === alias)
    const picture = article && findPicture(article, file)
    if (!article || !picture) throw new Problem('not_found')
    const isSvg = file.endsWith('.svg')
    const bytes = await readFile(join(article.folder, file))
    const isNamedByHash = picture.url === request.url
    return reply
      .headers({
        'content-type': isSvg ? 'image/svg+xml' : 'image/webp',
        'content-security-policy': filePolicy,
        'cache-control': isNamedByHash
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      })
      .send(isSvg ? bytes.toString('utf8') : bytes)
  })
}
