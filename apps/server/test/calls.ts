import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Endpoint, endpointUrl } from '@platemark/api/endpoint'
import { pieceHeader } from '@platemark/api/upload-pieces'
import { labelToTokenId } from '@platemark/rules/name-label'
import { commitToOrder } from '@platemark/rules/reveal-commitment'
import { formatSetManifest } from '@platemark/rules/set-manifest'
import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Database } from '../src/database/database.ts'
import { rightAnswers } from './academy.ts'
import { GIVEN_CAMPAIGN, giveCampaign, linkingThird, takingPart } from './campaigns.ts'
import type { TestChain } from './chain.ts'
import { collectionRow, insertMintedCollection } from './collection.ts'
import { GIVEN_NAME, giveName } from './names.ts'
import { emptyPng } from './png.ts'
import { ada, bob, type TestServer } from './server.ts'
import { insertSet } from './studio/set.ts'

/** One method of one route. */
export type Route = { method: string; url: string; endpoint: Endpoint | undefined }

/** Records every route of the apps that `build` creates, from the app's own table. */
export async function collectRoutes(build: () => Promise<unknown>): Promise<Route[]> {
  const noted: RouteOptions[] = []
  const listen = (message: unknown) => {
    // Safe: Fastify publishes every new instance on this channel.
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void noted.push(route))
  }
  subscribe('fastify.initialization', listen)
  try {
    await build()
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
  const isCall = ({ method }: Route) => method !== 'HEAD'
  return noted
    .flatMap(({ method, url, config }) =>
      [method].flat().map((one) => ({ method: one, url, endpoint: config?.endpoint })),
    )
    .filter(isCall)
}

/** Request of an endpoint that succeeds for the owner of the fixtures. */
export type Sample = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** Fields of a form beside `data`. */
  fields?: Record<string, string>
  /** Body of bytes. */
  bytes?: Buffer
}

/** Resources of ada that calls can name. */
export type TestWorld = {
  server: TestServer
  chain: TestChain
  /** Id of a deployable draft. */
  draft: string
  /** Address of a collection that is not deployed: calls to its contract fail. */
  collection: string
  /** Id of a session of hers other than the calling one. */
  session: string
}

/** Empties the server and gives ada one of each resource, made once and then put back. */
export async function newWorld(server: TestServer, chain: TestChain): Promise<TestWorld> {
  const known = worlds.get(server)
  if (known?.world.chain !== chain) {
    const world = await makeWorld(server, chain)
    worlds.set(server, { world, restore: await server.keep() })
    return world
  }
  await known.restore()
  return known.world
}

const worlds = new WeakMap<
  TestServer,
  { world: TestWorld; restore: () => Promise<void> }
>()

async function makeWorld(server: TestServer, chain: TestChain): Promise<TestWorld> {
  await server.reset()
  const { database } = server
  await server.tokenOf(bob)
  await server.tokenOf(ada)
  const { id: own } = await database
    .selectFrom('users')
    .select('id')
    .where('address', '=', ada.address.toLowerCase())
    .executeTakeFirstOrThrow()
  const now = new Date()
  const { id: session } = await database
    .insertInto('sessions')
    .values({
      token_hash: 'f'.repeat(64),
      user_id: own,
      connector: 'demo',
      chain_id: chain.id,
      client: '203.0.113.7',
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addCollection(server, chain)
  await giveName(server, chain)
  await giveCampaign(server, chain.id)
  const draft = await newDraft(server, ada)
  await database
    .insertInto('chain_statuses')
    .values({ chain_id: chain.id, status: 'following', updated_at: now })
    .execute()
  return { server, chain, draft, collection, session }
}

/** Returns the id of a new draft that only lacks its list. */
export async function newDraft(
  server: TestServer,
  as: { address: Hex },
): Promise<string> {
  const form = { data: fields }
  const answer = await server.postForm('/api/contract/studio/create', form, { as })
  return answer.data.contract_id
}

/** Builds the request of a sample like a browser. */
export function toRequest(
  endpoint: Endpoint,
  { params, query, body, fields: own = {}, bytes }: Sample,
): InjectOptions {
  const url = endpointUrl(endpoint, {
    ...(params && { params }),
    ...(query && { query }),
  })
  const { method } = endpoint
  if (endpoint.body_kind === 'multipart') {
    return {
      method,
      url,
      ...toForm({ ...(body && { data: JSON.stringify(body) }), ...own }),
    }
  }
  if (bytes) {
    const headers = { 'content-type': 'application/octet-stream' }
    return { method, url, headers, payload: bytes }
  }
  if (body === undefined) return { method, url }
  const headers = { 'content-type': 'application/json' }
  return { method, url, headers, payload: JSON.stringify(body) }
}

/** Multipart form of text fields. */
export function toForm(
  texts: Record<string, string>,
): Pick<InjectOptions, 'headers' | 'payload'> {
  const parts = Object.entries(texts).map(
    ([name, text]) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  return {
    payload: `${parts.join('')}--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }
}

/** Sample of each endpoint; a missing one fails the tests of every route. */
export const samples: Record<string, (world: TestWorld) => Sample | Promise<Sample>> = {
  'POST /api/oauth/create-signature-message': () => ({ body: { address: ada.address } }),
  'POST /api/oauth/login': signedIn,
  'POST /api/logout': () => ({}),
  'GET /api/user/sessions': () => ({}),
  'POST /api/user/sessions/:id/end': ({ session }) => ({ params: { id: session } }),
  'POST /api/user/sessions/end-all': () => ({}),
  'GET /api/user/get': () => ({}),
  'POST /api/user/update': () => ({ body: { bio: 'Prints by the sea.' } }),
  'POST /api/user/update/avatar': () => ({ fields: { remove: '1' } }),
  'GET /api/currency/list': () => ({}),
  'GET /api/config': () => ({}),
  'GET /health': () => ({}),
  'GET /ready': () => ({}),
  'POST /api/faucet/:chain_alias': () => ({
    params: { chain_alias: 'local' },
    body: { address: ada.address },
  }),
  'GET /api/contract/list': () => ({ query: { sort_by: 'newest' } }),
  'GET /api/contract/promoted': () => ({}),
  'GET /api/contract/popular': () => ({}),
  'GET /api/contract/newest': () => ({}),
  'GET /api/contract/starting': () => ({}),
  'GET /api/contract/trending/:chain_alias': () => ({ params: { chain_alias: 'local' } }),
  'GET /api/contract/:chain_alias/:contract_address': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'POST /api/contract/:chain_alias/:contract_address': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
    body: { description: 'Water, later.' },
  }),
  'GET /api/contract/:chain_alias/:contract_address/eligibility': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
    query: { address: ada.address },
  }),
  'GET /api/contract/:chain_alias/:contract_address/allowlist/:address': ({
    collection,
  }) => ({
    params: {
      chain_alias: 'local',
      contract_address: collection,
      address: ada.address,
    },
  }),
  'GET /api/contract/:chain_alias/:contract_address/holders': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'GET /api/contract/:chain_alias/:contract_address/holder-groups': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'GET /api/contract/:chain_alias/:contract_address/tokens': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'GET /api/contract/:chain_alias/:contract_address/tokens/:token_id': ({
    collection,
  }) => ({
    params: { chain_alias: 'local', contract_address: collection, token_id: '1' },
  }),
  'GET /api/contract/:chain_alias/:contract_address/changes': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'GET /api/contract/:chain_alias/:contract_address/activity': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'GET /api/contract/events': ({ collection }) => ({
    query: { collections: `local:${collection}` },
  }),
  'GET /api/contract/:chain_alias/:contract_address/events': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'POST /api/contract/:chain_alias/:contract_address/report': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
    body: { category: 'copy', text: 'My print, my name taken off.' },
  }),
  'GET /api/contract/:chain_alias/:contract_address/stats': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'GET /api/contract/:chain_alias/:contract_address/art': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'POST /api/contract/:chain_alias/:contract_address/art': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
    body: {},
  }),
  'GET /api/contract/studio/:contract_id/stats': ofCollection,
  'GET /api/contract/studio/:contract_id/turnout': ofCollection,
  'GET /api/contract/studio/:contract_id/alias': async (world) => ({
    ...(await ofCollection(world)),
    query: { alias: 'quiet-shore' },
  }),
  'GET /api/contract/studio/:contract_id/export': async (world) => {
    const sample = await ofCollection(world)
    return { ...sample, query: { kind: 'holders' } }
  },
  'GET /api/contract/studio/:contract_id/offer': ofCollection,
  'GET /api/contract/studio/offers': () => ({}),
  'GET /api/contract/studio/:contract_id/editors': ofCollection,
  'POST /api/contract/studio/:contract_id/editors': ({ draft }) => ({
    params: { contract_id: draft },
    body: { address: `0x${'9'.repeat(40)}` },
  }),
  'DELETE /api/contract/studio/:contract_id/editors': ({ draft }) => ({
    params: { contract_id: draft },
    query: { address: `0x${'9'.repeat(40)}` },
  }),
  'GET /api/names/check': () => ({ query: { name: 'Tidewater' } }),
  'GET /api/names/last': () => ({}),
  'GET /api/names/sale': () => ({}),
  'GET /api/search': () => ({ query: { q: 'quiet' } }),
  'GET /api/names/search': () => ({ query: { q: 'quiet' } }),
  'GET /api/names/reverse/:address': () => ({ params: { address: ada.address } }),
  'GET /api/names/reverse': () => ({
    query: { addresses: `${ada.address},${bob.address}` },
  }),
  'GET /api/names/:name': ofName,
  'GET /api/names/:name/profile': ofName,
  'GET /api/names/:name/activity': ofName,
  'GET /api/names': () => ({ query: { owner: ada.address } }),
  'POST /api/names': () => ({
    body: { name: GIVEN_NAME, token_id: `${labelToTokenId(GIVEN_NAME)}` },
  }),
  'POST /api/names/:name/primary': ofName,
  'DELETE /api/names/primary': () => ({}),
  'GET /api/academy': () => ({}),
  'GET /api/academy/progress': () => ({}),
  'POST /api/academy/progress': () => ({
    body: { articles: { 'wallet-basics': { state: 'read' } } },
  }),
  'GET /api/academy/:alias': ofArticle,
  'GET /api/academy/:alias/quiz': ofArticle,
  'POST /api/academy/:alias/quiz': () => ({
    ...ofArticle(),
    body: rightAnswers('wallet-basics'),
  }),
  'POST /api/academy/:alias/quiz/report': () => ({
    ...ofArticle(),
    body: {
      quiz_version: rightAnswers('wallet-basics').quiz_version,
      question: 'phone-lost',
      text: 'Two options are right.',
    },
  }),
  'POST /api/academy/:alias/feedback': () => ({
    ...ofArticle(),
    body: { helpful: true },
  }),
  'POST /api/user/achievements/claim': () => ({ body: { achievement: 'welcome' } }),
  'GET /api/user/achievements': () => ({}),
  'POST /api/user/achievements/pin': () => ({ body: { pinned: [] } }),
  'GET /api/achievements/:address': () => ({ params: { address: ada.address } }),
  'GET /api/achievements/pinned': () => ({
    query: { addresses: `${ada.address},${bob.address}` },
  }),
  'GET /api/campaigns': () => ({}),
  'GET /api/campaigns/:alias': ofCampaign,
  'POST /api/campaigns/:alias/join': () => ({ ...ofCampaign(), body: {} }),
  'POST /api/campaigns/:alias/leave': ofEntry,
  'GET /api/campaigns/:alias/leaderboard': ofCampaign,
  'GET /api/campaigns/:alias/activity': ofCampaign,
  'POST /api/campaigns/:alias/refresh': ofEntry,
  'POST /api/campaigns/:alias/rewards/:key/claim': async (world) => {
    const { params } = await ofEntry(world)
    return { params: { ...params, key: 'there' } }
  },
  'POST /api/campaigns/:alias/wallets/text': async (world) => ({
    ...(await ofEntry(world)),
    body: { address: `0x${'7'.repeat(40)}` },
  }),
  'POST /api/campaigns/:alias/wallets': async ({ server }) => ({
    ...ofCampaign(),
    body: await linkingThird(server),
  }),
  'POST /api/campaigns/:alias/answer': async (world) => ({
    ...(await ofEntry(world)),
    body: { text: 'These are gifts of a friend.' },
  }),
  'GET /api/earnings': () => ({}),
  'GET /api/earnings/statement': () => ({}),
  'GET /api/earnings/checks': () => ({}),
  'POST /api/earnings/checks': () => ({}),
  'GET /api/tokens': () => ({ query: { owner: ada.address } }),
  'GET /api/collector/:address': () => ({ params: { address: ada.address } }),
  'GET /api/collector/:address/activity': () => ({ params: { address: ada.address } }),
  'GET /metadata/:chain_alias/:contract_address/:token_id': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection, token_id: '1' },
  }),
  'GET /metadata/:chain_alias/:contract_address/contract': ({ collection }) => ({
    params: { chain_alias: 'local', contract_address: collection },
  }),
  'POST /api/contract/studio/create': () => ({ body: fields }),
  'GET /api/contract/studio/:contract_id': ({ draft }) => ({
    params: { contract_id: draft },
  }),
  'POST /api/contract/studio/:contract_id/update': ({ draft }) => ({
    params: { contract_id: draft },
    body: { name: 'Ebb' },
  }),
  'GET /api/contract/studio/list': () => ({}),
  'POST /api/contract/studio/:contract_id/lists': ({ draft }) => ({
    params: { contract_id: draft },
    body: { phase_id: 0, entries: [{ address: bob.address }] },
  }),
  'POST /api/contract/studio/:contract_id/uploads': ({ draft }) => ({
    params: { contract_id: draft },
    body: { kind: 'folder', files: [{ path: 'sea.png', ...hashed(sea) }] },
  }),
  'PUT /api/contract/studio/:contract_id/uploads/:upload_id/:part': async (world) => {
    const bytes = Buffer.concat([pieceHeader(0, sea.length), sea])
    const params = { ...(await uploading(world)), part: hashed(bytes).sha256 }
    return { params, bytes }
  },
  'GET /api/contract/studio/:contract_id/uploads/:upload_id': async (world) => ({
    params: await uploading(world),
  }),
  'POST /api/contract/studio/:contract_id/uploads/:upload_id/cancel': async (world) => ({
    params: await uploading(world),
  }),
  'GET /api/contract/studio/:contract_id/lists/:phase_id': async (world) => ({
    params: { ...(await listed(world)).params, phase_id: '0' },
  }),
  'POST /api/contract/studio/:contract_id/prepare-list': async (world) => ({
    params: (await revealing(world)).params ?? {},
    body: {
      phases: [{ ...friendsTerms, entries: [{ address: bob.address }] }],
    },
  }),
  'POST /api/contract/studio/:contract_id/accounts': ({ draft }) => ({
    params: { contract_id: draft },
    body: { addresses: [bob.address] },
  }),
  'POST /api/contract/studio/:contract_id/holders': ({ draft, collection }) => ({
    params: { contract_id: draft },
    body: { chain_alias: 'local', contract_address: collection },
  }),
  'GET /api/contract/studio/:contract_id/works': withSet,
  'GET /api/contract/studio/:contract_id/works/traits': withSet,
  'GET /api/contract/studio/:contract_id/works/report': withSet,
  'POST /api/contract/studio/:contract_id/works/report': async (world) => ({
    ...(await withSet(world)),
    body: { corrections: [] },
  }),
  'POST /api/contract/studio/:contract_id/archive': withSet,
  'POST /api/contract/studio/:contract_id/export': async (world) => ({
    ...(await ofCollection(world)),
    body: {},
  }),
  'GET /api/contract/studio/:contract_id/exports/:run_id': exporting,
  'GET /api/bundle-key': () => ({}),
  'POST /api/contract/studio/:contract_id/rehearsal': listed,
  'GET /api/contract/studio/:contract_id/rehearsal/:run_id': ({ draft }) => ({
    params: { contract_id: draft, run_id: 'latest' },
  }),
  'GET /api/contract/studio/:contract_id/reveal': withSet,
  'POST /api/contract/studio/:contract_id/reveal': async (world) => ({
    ...(await withSet(world)),
    body: {
      commitment: `0x${'7'.repeat(64)}`,
      set_hash: hashed(Buffer.from(oneWork)).sha256,
    },
  }),
  'POST /api/contract/studio/:contract_id/prepare-reveal': revealing,
  'POST /api/contract/studio/:contract_id/prepare-move': async (world) => {
    const { files } = world.server.context
    const image_file = await files.put(emptyPng(8, 8), 'png')
    await world.server.database
      .updateTable('collections')
      .set({ image_file })
      .where('address', '=', world.collection)
      .execute()
    return { ...(await ofCollection(world)), body: { to: 'site' } }
  },
  'POST /api/contract/studio/:contract_id/prepare': listed,
  'GET /api/contract/studio/:contract_id/deployment': listed,
  'POST /api/contract/studio/:contract_id/declined': ({ draft }) => ({
    params: { contract_id: draft },
    body: { predicted_address: `0x${'7'.repeat(40)}` },
  }),
  'POST /api/contract/studio/:contract_id/sent': ({ draft }) => ({
    params: { contract_id: draft },
    body: { transaction_hash: `0x${'7'.repeat(64)}` },
  }),
  'POST /api/contract/studio/:contract_id/show': ({ draft }) => ({
    params: { contract_id: draft },
  }),
  'POST /api/contract/studio/:contract_id/hide': ({ draft }) => ({
    params: { contract_id: draft },
  }),
  'POST /api/contract/studio/:contract_id/update-image': ({ draft }) => ({
    params: { contract_id: draft },
    fields: { remove: '1' },
  }),
  'POST /api/contract/studio/:contract_id/update-cover': ({ draft }) => ({
    params: { contract_id: draft },
    fields: { remove: '1' },
  }),
  'POST /api/contract/studio/:contract_id/delete': ({ draft }) => ({
    params: { contract_id: draft },
  }),
}

export function endpointKey({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Resolves with the sample of an endpoint. Rejects without one. */
export async function findSample(endpoint: Endpoint, world: TestWorld): Promise<Sample> {
  return makeSample(endpoint, world)
}

/** Returns the sample of an endpoint, or a promise where rows are written for it. Throws without one. */
export function makeSample(
  endpoint: Endpoint,
  world: TestWorld,
): Sample | Promise<Sample> {
  const sample = samples[endpointKey(endpoint)]
  if (!sample) throw new Error(`endpoint ${endpointKey(endpoint)} has no sample`)
  return sample(world)
}

/** Returns a fingerprint of every row of every table, except for chain data and counted calls. */
export async function readDatabaseState({ database }: TestServer): Promise<string> {
  const known = preparing.get(database) ?? prepareState(database)
  preparing.set(database, known)
  await known
  const { rows } = await sql<{ mark: string }>`
    select mark from read_state() as mark`.execute(database)
  return rows.map(({ mark }) => mark).join('\n')
}

const preparing = new WeakMap<Database, Promise<void>>()

/** Stores the statement as a function, of which PostgreSQL keeps the plan: ten times faster. */
async function prepareState(database: Database): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('owed_amounts', 'limit_counters')
    order by table_name`.execute(database)
  if (tables.length < 20)
    throw new Error(`tables are missing: got ${tables.length}, expected at least 20`)
  const each = tables.map(
    ({ name }) =>
      `select '${name} ' || md5(coalesce(string_agg(t::text, '|' order by t::text), ''))
        from "${name}" t`,
  )
  await sql
    .raw(
      `create or replace function read_state() returns setof text language plpgsql as
        $$ begin return query ${each.join(' union all ')}; end $$`,
    )
    .execute(database)
}

function ofArticle(): Sample {
  return { params: { alias: 'wallet-basics' } }
}

function ofCampaign(): Sample {
  return { params: { alias: GIVEN_CAMPAIGN } }
}

/** An earlier call may have left. */
async function ofEntry({ server }: TestWorld): Promise<Sample> {
  await takingPart(server)
  return ofCampaign()
}

function ofName(): Sample {
  return { params: { name: GIVEN_NAME } }
}

async function ofCollection({ server, collection }: TestWorld): Promise<Sample> {
  const { id } = await server.database
    .selectFrom('collections')
    .select('id')
    .where('address', '=', collection)
    .executeTakeFirstOrThrow()
  return { params: { contract_id: id } }
}

/** Stores a run of an exit bundle of the collection. */
async function exporting(world: TestWorld): Promise<Sample> {
  const { params = {} } = await ofCollection(world)
  const run_id = '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a81'
  const now = new Date()
  await world.server.database
    .insertInto('exit_bundles')
    .values({
      ...{ id: run_id, contract_id: String(params.contract_id), state: 'failed' },
      ...{ owner: ada.address.toLowerCase(), has_reveal_file: false },
      ...{ failure: 'Full.', file_name: 'tides-exit.zip', ticket: '5'.repeat(64) },
      ...{ started_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { params: { ...params, run_id } }
}

/** Draft with the list that its deployment needs. */
async function listed({ server, draft }: TestWorld): Promise<Sample> {
  const list = { phase_id: 0, entries: [{ address: bob.address }] }
  await server.post(`/api/contract/studio/${draft}/lists`, list, { as: ada })
  return { params: { contract_id: draft } }
}

/** Stores an upload of one file for the draft, which a call would count. */
async function uploading({ server: { database }, draft }: TestWorld) {
  const upload_id = '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a80'
  const { id: user_id } = await database
    .selectFrom('users')
    .select('id')
    .where('address', '=', ada.address.toLowerCase())
    .executeTakeFirstOrThrow()
  const now = new Date('2025-01-01T00:00:00Z')
  await database
    .insertInto('uploads')
    .values({
      ...{ id: upload_id, draft_id: draft, user_id, kind: 'folder', file_count: 1 },
      ...{ manifest_hash: '3'.repeat(64), total_bytes: sea.length, received_bytes: 0 },
      ...{ state: 'receiving', created_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await database
    .insertInto('upload_files')
    .values({
      ...{ upload_id, position: 0, path: 'sea.png', ...hashed(sea) },
      ...{ first_piece: 0, pieces: 1 },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { contract_id: draft, upload_id }
}

/** Gives the draft a set of one work without its file. */
async function withSet(world: TestWorld): Promise<Sample> {
  await addSet(world, world.draft)
  return { params: { contract_id: world.draft } }
}

async function addSet({ server }: TestWorld, contract_id: string): Promise<void> {
  const { database, context } = server
  const report = { described_by: null, row_count: 0, problems: [], notices: [] }
  const bytes = Buffer.from(oneWork)
  const manifest_file = await context.files.putDerived(
    ...([hashed(bytes).sha256, 'manifest', 'bin', bytes] as const),
  )
  await insertSet(database, {
    ...{ contract_id, manifest_file, report },
    works: [{ name: 'Ebb', file: null, width: null, height: null }],
    changed_at: new Date('2025-01-01T00:00:00Z'),
  })
}

/** Makes a collection with a hidden set, whose commitment stands in its creation. */
async function revealing(world: TestWorld): Promise<Sample> {
  const { database } = world.server
  const secret: Hex = `0x${'7'.repeat(64)}`
  const owner = ada.address.toLowerCase()
  const row = collectionRow({
    ...{ chain_id: world.chain.id, address: hiddenCollection, owner },
    ...{ id: hiddenCollectionId, is_unlisted: true },
  })
  const id = String(row.id)
  await addSet(world, id)
  await database
    .insertInto('collections')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const terms = {
    ...{ creator: owner, salt: `0x${'5'.repeat(64)}`, kind: 'drop', name: 'Tidewater' },
    ...{ symbol: 'TIDE', max_supply: 1, mint_fee_wei: '0', royalty_bps: 0 },
    ...{ royalty_ceiling_bps: 0, notice_seconds: 0, is_transferable: true, payees: [] },
    ...{ public_phase: null, public_title: 'Public' },
    provenance_hash: commitToOrder(oneWork, secret).commitment,
  }
  await database
    .insertInto('events')
    .values({
      ...{ chain_id: world.chain.id, block_number: 0, log_index: 0, kind: 'created' },
      ...{
        collection_id: id,
        tx_hash: `0x${'6'.repeat(64)}`,
        data: JSON.stringify(terms),
      },
      time: new Date('2025-01-01T00:00:00Z'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { params: { contract_id: id }, body: { secret } }
}

/** Id of the collection with a hidden set that a sample makes. */
export const hiddenCollectionId = '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a82'

const hiddenCollection = '0x00000000000000000000000000000000000000ac'

const oneWork = formatSetManifest([[1, '4'.repeat(64), null, null]])

const sea = Buffer.from('the sea, as a file of any type')

/** Returns size and SHA-256 of bytes. */
export function hashed(bytes: Uint8Array): { size: number; sha256: string } {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { size: bytes.length, sha256 }
}

async function signedIn({ server }: TestWorld): Promise<Sample> {
  const asked = { address: ada.address }
  const { data } = await server.post('/api/oauth/create-signature-message', asked)
  const signature = await ada.signMessage({ message: data.message })
  return { body: { ...asked, signature, connector: 'demo', nonce: data.nonce } }
}

const collection = '0x00000000000000000000000000000000000000aa'

const phase = {
  phase_id: 255,
  kind: 'public',
  title: 'Everyone',
  start: '2025-01-01T00:00:00Z',
  end: '2099-01-01T00:00:00Z',
  price_wei: '0',
  max_per_wallet: 3,
  max_supply: null,
}

const { kind: _, ...friendsTerms } = { ...phase, phase_id: 0, title: 'Friends' }

const fields = {
  chain_alias: 'local',
  kind: 'drop',
  name: 'Tidewater',
  symbol: 'TIDE',
  max_supply: 100,
  phases: [
    phase,
    { ...phase, phase_id: 0, kind: 'allowlist', title: 'Friends', max_supply: 50 },
  ],
}

const place = ({ id }: TestChain) => ({ chain_id: id, address: collection })

/** Collection of ada with one token and herself on its list. */
async function addCollection({ database }: TestServer, chain: TestChain): Promise<void> {
  const root: Hex = `0x${'1'.repeat(64)}`
  const owner = ada.address.toLowerCase()
  const id = await insertMintedCollection(database, { ...place(chain), owner })
  const list = { root, content_hash: '2'.repeat(64) }
  await database
    .insertInto('lists')
    .values({
      ...list,
      chain_id: chain.id,
      terms: JSON.stringify({}),
      entries: 1,
      draft_id: null,
    })
    .execute()
  await database
    .insertInto('collection_lists')
    .values({ collection_id: id, ...list, block_number: 1 })
    .execute()
  await database
    .insertInto('list_entries')
    .values({
      root,
      address: owner,
      phase_id: 0,
      packed: '1',
      quantity: 1,
      price_wei: '0',
      position: 0,
    })
    .execute()
  await database
    .insertInto('list_pieces')
    .values({ root, piece: 0, nodes: new Uint8Array(32), proof: new Uint8Array(32) })
    .execute()
}
