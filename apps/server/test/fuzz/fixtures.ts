import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { storeImage } from '../../src/files/images.ts'
import { hashToken } from '../../src/http/session.ts'
import { newDraft, type TestWorld } from '../calls.ts'
import { giveCampaign, giveFrozenCampaign } from '../campaigns.ts'
import { collectionRow } from '../collection.ts'
import { launched } from '../launched.ts'
import { listen } from '../listen.ts'
import { ada, bob, cyn, type TestServer } from '../server.ts'
import type { Prng } from './prng.ts'
import type { FuzzCaller, Parts } from './request.ts'

/** Real rows that requests name, and secrets that responses must not contain. */
export type Fixtures = TestWorld & {
  port: number
  tokens: Record<FuzzCaller, string | undefined>
  /** Addresses and slugs of ada's collections, and the address of cyn's hidden one. */
  collections: string[]
  /** Ids of a draft and a session of a user who sends no requests. */
  foreign: { draft: string; session: string; hidden: string }
  /** Names of stored files. */
  files: { picture: string; list: string }
  picture: Buffer
  /** Texts that no response may contain unless the request did. */
  secrets: string[]
  /** Cursors that responses returned, by route. */
  cursors: Map<string, string>
  /** Reopens sessions that a request may have ended. */
  renewSessions(): Promise<void>
  /** Replaces a draft that a request has changed. */
  renewDraft(): Promise<void>
  /** Deletes rows of earlier requests, which would slow responses down. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** Corrupts one part of a valid request in place. */
export type Corruption = (parts: Parts, fixtures: Fixtures, prng: Prng) => void

/** Starts chain, indexer and app on a port; `settings` configure the app. */
export async function openFixtures(settings: object = {}): Promise<Fixtures> {
  const limits = { json_bytes: 16_384, kept_answers: 100 }
  const { server, chain, close, ...made } = await launched(
    { limits, ...settings },
    { crowd: MORE_THAN_A_PAGE, hasNames: true },
  )
  const { database, configuration, context } = server
  await addCollections(server, chain.id)
  await giveCampaign(server, chain.id)
  await giveFrozenCampaign(server, chain.id)
  const { port } = await listen(server.app)

  const side = { width: 80, height: 80, channels: 3, background: '#1d2a44' } as const
  const picture = await sharp({ create: side }).png().toBuffer()
  const { name: stored } = await storeImage(context.files, picture, configuration.limits)
  const { lists } = (await server.get(`/metadata/local/${made.listed}/contract`)).data
  const list = new URL(lists[0].url).pathname.split('/').at(-1) ?? ''

  await server.post('/api/user/update', { email: secretEmail }, { as: cyn })
  const foreign = {
    draft: await newDraft(server, cyn),
    session: await sessionIdOf(server, await server.tokenOf(cyn)),
    hidden: made.hidden,
  }
  const tokens = {
    visitor: undefined,
    owner: await server.tokenOf(ada),
    other: await server.tokenOf(bob),
    gone: `plm_${'a'.repeat(49)}`,
  }
  const users = {
    ada: await userIdOf(server, ada.address),
    bob: await userIdOf(server, bob.address),
  }
  const session = crypto.randomUUID()

  const fixtures: Fixtures = {
    server,
    chain,
    port,
    tokens,
    // Samples look up its row, which is lower case.
    collection: made.listed.toLowerCase(),
    draft: '',
    session,
    collections: [
      made.drop,
      made.edition,
      made.listed,
      'tidewater',
      'one-print',
      'friends-first',
    ],
    foreign,
    files: { picture: stored, list },
    picture,
    secrets: [
      secretEmail,
      foreign.draft,
      foreign.session,
      new URL(chain.url).host,
      configuration.data_folder,
      tokens.owner,
      tokens.other,
    ],
    cursors: new Map(),
    close,
    async renewSessions() {
      await openSessions(server, [
        { user_id: users.ada, token: tokens.owner },
        { user_id: users.ada, token: `plm_${'b'.repeat(49)}`, id: session },
        { user_id: users.bob, token: tokens.other },
      ])
    },
    async renewDraft() {
      fixtures.draft = await newDraft(server, ada)
    },
    async tidy() {
      await database
        .deleteFrom('drafts')
        .where('collection_id', 'is', null)
        .where('id', '<>', foreign.draft)
        .execute()
      await database.deleteFrom('limit_counters').execute()
      await database.deleteFrom('challenges').execute()
      await reportFollowing(server, chain.id)
      await fixtures.renewDraft()
    },
  }
  await fixtures.renewSessions()
  await fixtures.tidy()
  return fixtures
}

const MORE_THAN_A_PAGE = 30

async function addCollections({ database }: TestServer, chain_id: number): Promise<void> {
  const owner = ada.address.toLowerCase()
  const rows = Array.from({ length: MORE_THAN_A_PAGE }, (_, place) => {
    const address = `0x${(0xabc000 + place).toString(16).padStart(40, '0')}`
    return collectionRow({ chain_id, address, owner, name: `Tide ${place}` })
  })
  await database.insertInto('collections').values(rows).execute()
}

const secretEmail = `cyn.${randomBytes(6).toString('hex')}@example.net`

async function userIdOf({ database }: TestServer, address: string): Promise<string> {
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirstOrThrow()
  return id
}

async function sessionIdOf({ database }: TestServer, token: string): Promise<string> {
  const { id } = await database
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return id
}

/** Opens the session of each token, ended or not. */
async function openSessions(
  { database, context }: TestServer,
  sessions: { user_id: string; token: string; id?: string }[],
): Promise<void> {
  const now = context.clock()
  const rows = sessions.map(({ token, ...session }) => ({
    ...session,
    token_hash: hashToken(token),
    connector: 'demo',
    chain_id: 31_337,
    client: '203.0.113.7',
    // Later than any other session, because the oldest surplus ones are ended.
    created_at: new Date(now.getTime() + 3_600_000),
    last_used_at: now,
    expires_at: new Date(now.getTime() + 7 * 86_400_000),
  }))
  const hashes = rows.map(({ token_hash }) => token_hash)
  await database.deleteFrom('sessions').where('token_hash', 'in', hashes).execute()
  await database.insertInto('sessions').values(rows).execute()
}

/**
 * Writes the indexer's report of a chain, which it stops repeating without new blocks.
 */
async function reportFollowing({ database, context }: TestServer, chain_id: number) {
  const report = {
    status: 'following' as const,
    detail: null,
    updated_at: context.clock(),
  }
  await database
    .insertInto('chain_statuses')
    .values({ chain_id, ...report })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(report))
    .execute()
}
