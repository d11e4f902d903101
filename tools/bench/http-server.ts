import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCollections } from '@platemark/wire/collections'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../apps/server/src/app.ts'
import { findCollection } from '../../apps/server/src/areas/metadata/queries.ts'
import { connectChains } from '../../apps/server/src/platform/chains.ts'
import { configure } from '../../apps/server/src/platform/configuration.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { diskFileStore } from '../../apps/server/src/platform/files.ts'
import { contentSecurityPolicy } from '../../apps/server/src/platform/headers.ts'
import { openHttp } from '../../apps/server/src/platform/http.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import type { Resources } from '../../apps/server/src/platform/resources.ts'
import { serve } from '../../apps/server/src/platform/serve.ts'
import { collectionRow } from '../../apps/server/test/collection.ts'
import { answer, optionsOf } from './follower-child.ts'
import { cards, meta } from './http-cards.ts'

export type Variant =
  | 'look-up'
  | 'look-up-raw'
  | 'list'
  | 'list-bare'
  | 'kept'
  | 'kept-bare'

export type ServerOptions = { variant: Variant; databaseUrl: string }

/** Where the variant answers. */
export type Listening = { port: number; path: string }

export type Used = { cpuMicroseconds: number }

const LIST = '/api/bench/list?chain=local&page=2&sort_by=popular&time_interval=30d'
const KEPT = LIST.replace('list', 'kept')
const { variant, databaseUrl } = optionsOf<ServerOptions>()
const resources = await openResources(databaseUrl)

/** The list of the product at an address of its own, made anew each time or kept. */
const { cache_seconds, ...made } = listCollections
const list = { ...made, path: '/api/bench/list' } as const
const keptList = { ...made, path: '/api/bench/kept', cache_seconds } as const

const variants: Record<Variant, () => Promise<Listening>> = {
  'look-up': async () => listen((await product()).server, await tokenPath()),
  'look-up-raw': async () => listen(createServer(await answerToken()), await tokenPath()),
  list: async () => listen((await product()).server, LIST),
  'list-bare': async () => listen((await bareList()).server, LIST),
  kept: async () => listen((await product()).server, KEPT),
  'kept-bare': async () => listen((await bareBytes()).server, KEPT),
}

answer<Listening>(await variants[variant]())
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  answer<Used>({ cpuMicroseconds: user + system })
})

/** The product, with the list of this bench beside its own routes. */
async function product(): Promise<FastifyInstance> {
  const answered = () => ({ data: cards, meta })
  const app = await buildApp(resources, {
    also: [serve(list, answered), serve(keptList, answered)],
  })
  await app.ready()
  return app
}

/** Hooks and nothing else: Fastify splits the query and writes the JSON itself. */
async function bareList(): Promise<FastifyInstance> {
  const app = openHttp(resources, policy())
  const config = { endpoint: list }
  app.get('/api/bench/list', { config }, async () => ({ data: cards, meta }))
  await app.ready()
  return app
}

async function bareBytes(): Promise<FastifyInstance> {
  const app = openHttp(resources, policy())
  const text = JSON.stringify({ data: cards, meta })
  const headers = { etag: 'W/"kept"', 'content-type': 'application/json; charset=utf-8' }
  const config = { endpoint: keptList }
  app.get('/api/bench/kept', { config }, (_request, reply) => {
    reply.headers(headers).send(text)
  })
  await app.ready()
  return app
}

/** The metadata of a token is one look-up. */
async function tokenPath(): Promise<string> {
  const [chain] = resources.chains
  const row = collectionRow({
    chain_id: chain?.id ?? 0,
    address: `0x${'a1'.repeat(20)}`,
    owner: `0x${'b2'.repeat(20)}`,
    minted: 1,
  })
  await resources.database
    .insertInto('collections')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return `/metadata/${chain?.alias}/${row.address}/1`
}

async function answerToken(): Promise<RequestListener> {
  const { database, chains } = resources
  const chainId = chains[0]?.id ?? 0
  return async (request, response) => {
    const [, , , address = ''] = (request.url ?? '').split('/')
    const row = await findCollection(database, chainId, address)
    const body = JSON.stringify(row)
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  }
}

function policy(): string {
  return contentSecurityPolicy({ scripts: [], styles: [], origins: [] })
}

async function openResources(url: string): Promise<Resources> {
  const folder = join(tmpdir(), `platemark-bench-${randomUUID()}`)
  const configuration = configure({
    data_folder: folder,
    web_folder: join(folder, 'no-web'),
    public_url: 'http://localhost:3000',
    rate_limit_scale: 1_000_000,
    networks: [{ alias: 'local', is_demo: true }],
  })
  const { database, listen } = await openDatabase({ url })
  return {
    configuration,
    database,
    listen,
    chains: connectChains(configuration.networks),
    files: diskFileStore(join(folder, 'files')),
    clock: () => new Date(),
    // As the product writes it, to nowhere.
    log: createLog('info', '/dev/null'),
  }
}

async function listen(server: Server, path: string): Promise<Listening> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has such an address.
  return { port: (server.address() as AddressInfo).port, path }
}
