import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Web } from './web-build.ts'

/**
 * Serves the mint component at `/widget/` for pages of any site, with an example at
 * `/widget/examples`. Its entry is cached for minutes, hashed parts for ever.
 */
export async function addWidget(
  app: FastifyInstance,
  { folder, isLive }: NonNullable<Web['widget']>,
): Promise<void> {
  const pages = isLive ? join(folder, 'public') : folder
  await app.register(fastifyStatic, {
    root: pages,
    prefix: '/widget/',
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: !isLive,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/parts/') ? forever : brief)
    },
  })
  if (isLive) addLiveEntry(app, folder)
  app.get('/widget/examples', async (_request, reply) => {
    reply.header('cache-control', brief).type('text/html; charset=utf-8')
    return readFile(join(pages, 'examples.html'), 'utf8')
  })
}

/** Serves the entry from its source through the web app's development server. */
function addLiveEntry(app: FastifyInstance, folder: string): void {
  const source = `/@fs${join(folder, 'src', 'platemark-mint.ts')}`
  app.get('/widget/platemark-mint.js', (_request, reply) =>
    reply.type('text/javascript').send(`import ${JSON.stringify(source)}\n`),
  )
}

const brief = 'public, max-age=300'
const forever = 'public, max-age=31536000, immutable'
