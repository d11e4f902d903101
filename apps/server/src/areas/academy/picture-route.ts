import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPicture, PICTURES_PATH } from '@platemark/academy/pictures'
import { Problem } from '@platemark/api/problem'
import { filePolicy } from '../../http/headers.ts'
import type { RoutePlugin } from '../../http/route.ts'

type Picture = { Params: { locale: string; alias: string; file: string } }

/** A file that is sent as it is, and its path with the hash. */
type SentPicture = { url: string; type: string; body: string | Buffer }

/** Serves the covers and figures of articles. Throws `not_found`. */
export const servePicture: RoutePlugin = (app, { academy }) => {
  // Holds files of the release only, some forty.
  const sent = new Map<string, SentPicture>()

  const open = async ({ locale, alias, file }: Picture['Params']) => {
    const article = academy.editions
      .find((edition) => edition.locale === locale)
      ?.articles.find((one) => one.alias === alias)
    const picture = article && findPicture(article, file)
    if (!article || !picture) throw new Problem('not_found')
    const bytes = await readFile(join(article.folder, file))
    const isSvg = file.endsWith('.svg')
    return {
      url: picture.url,
      type: isSvg ? 'image/svg+xml' : 'image/webp',
      body: isSvg ? bytes.toString('utf8') : bytes,
    }
  }
  app.get<Picture>(`${PICTURES_PATH}/:locale/:alias/:file`, async (request, reply) => {
    const { locale, alias, file } = request.params
    const name = `${locale}/${alias}/${file}`
    const picture = sent.get(name) ?? (await open(request.params))
    sent.set(name, picture)
    const isNamedByHash = picture.url === request.url
    return reply
      .headers({
        'content-type': picture.type,
        'content-security-policy': filePolicy,
        'cache-control': isNamedByHash
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      })
      .send(picture.body)
  })
}
