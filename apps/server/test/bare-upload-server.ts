import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fastify from 'fastify'

/** Page that sends the files of a chosen folder, six at a time, and then has `#done`. */
const page = `<!doctype html><title>Bare upload</title>
<input type="file" webkitdirectory>
<script>
  document.querySelector('input').onchange = async ({ target }) => {
    const files = [...target.files].map((file, at) => ({ file, at }))
    const send = async () => {
      for (let one = files.shift(); one; one = files.shift()) {
        const answer = await fetch('/' + one.at, { method: 'PUT', body: one.file })
        if (!answer.ok) throw new Error('got ' + answer.status)
      }
    }
    await Promise.all(Array.from({ length: 6 }, send))
    document.body.insertAdjacentHTML('beforeend', '<p id="done">Done</p>')
  }
</script>`

/**
 * Starts the least server that takes files: it writes each to `folder` and hashes it on the way.
 * Returns its URL and the function that ends it.
 */
export async function startBareServer(
  folder: string,
): Promise<{ url: string; close(): Promise<void> }> {
  await mkdir(folder, { recursive: true })
  const app = fastify()
  app.addContentTypeParser('*', (_request: unknown, body: Readable, done) =>
    done(null, body),
  )
  app.get('/', (_request, reply) => reply.type('text/html').send(page))
  app.put<{ Params: { name: string }; Body: Readable }>(
    '/:name',
    async ({ params, body }) => {
      const hash = createHash('sha256')
      const target = createWriteStream(join(folder, String(Number(params.name))))
      await pipeline(
        body,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            yield chunk
          }
        },
        target,
      )
      return { sha256: hash.digest('hex') }
    },
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
}
