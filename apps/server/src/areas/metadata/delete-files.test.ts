import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { deleteUnnamedFiles } from './delete-files.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const HOUR = 3_600_000

test('files and lists that no row names are deleted after a time of grace', async () => {
  const { database, context, clock } = server
  const { files } = context
  const put = (text: string, extension: string) =>
    files.put(
      Buffer.from(text),
      extension,
      extension === 'webp' ? { 384: Buffer.of(1) } : {},
    )
  const [avatar = '', cover = '', lost = '', list = '', void_ = ''] = await Promise.all([
    put('an avatar', 'webp'),
    put('a cover', 'png'),
    put('of an upload that broke off', 'webp'),
    put('{}', 'json'),
    put('[]', 'json'),
  ])
  await server.tokenOf(ada)
  await database.updateTable('users').set({ avatar_file: avatar }).execute()
  const draft = { owner: '0x00', chain_id: 31_337, fields: '{}', cover_file: cover }
  await database
    .insertInto('drafts')
    .values({ ...draft, list_root: '0x01' })
    .execute()
  const published = { chain_id: 31_337, terms: '{}', entries: 1, draft_id: null }
  const hashOf = (name: string) => `0x${name.slice(0, 64)}`
  await database
    .insertInto('lists')
    .values([
      { ...published, root: '0x01', content_hash: hashOf(list) },
      { ...published, root: '0x02', content_hash: hashOf(void_) },
    ])
    .execute()
  const exist = async () => {
    const all = [avatar, cover, lost, list, void_, lost.replace('.', '-384.')]
    return Promise.all(all.map(async (name) => (await files.read(name)) !== undefined))
  }

  clock.advance(23 * HOUR)
  await deleteUnnamedFiles(context)
  expect(await exist()).toEqual([true, true, true, true, true, true])
  clock.advance(2 * HOUR)
  await deleteUnnamedFiles(context)
  expect(await exist()).toEqual([true, true, false, true, false, false])
  expect(await files.read(avatar.replace('.', '-384.'))).toBeDefined()
  const roots = await database.selectFrom('lists').select('root').execute()
  expect(roots).toEqual([{ root: '0x01' }])
})

test('no file is deleted before every network is indexed past its time of grace', async () => {
  const network = { alias: 'local', id: 31_337, is_demo: true, contracts }
  const lagging = await testServer({ networks: [network] })
  const { context, database, clock } = lagging
  const list = await context.files.put(Buffer.from('{"version":2}'), 'json')
  const isKept = async () => {
    await deleteUnnamedFiles(context)
    return (await context.files.read(list)) !== undefined
  }
  clock.advance(1000 * HOUR)
  // A new database, as after the loss of the old one: the chain still names the list.
  expect(await isKept()).toBe(true)

  const now = context.clock()
  const cursor = {
    ...{ chain_id: 31_337, genesis_hash: '0x01', factory: contracts.factory },
    ...{ block_number: 5, block_hash: '0x02', block_time: new Date(), head_number: 9 },
    ...{ confirmed_number: 5, is_backfilled: true, heartbeat_at: now, updated_at: now },
  }
  await database.insertInto('chain_cursors').values(cursor).execute()
  expect(await isKept()).toBe(true)
  // One restored from a backup was at the head of that time.
  const restored = { block_number: 9, heartbeat_at: new Date() }
  await database.updateTable('chain_cursors').set(restored).execute()
  expect(await isKept()).toBe(true)
  await database.updateTable('chain_cursors').set({ heartbeat_at: now }).execute()
  expect(await isKept()).toBe(false)
  await lagging.close()
})

const contracts = {
  factory: '0x00000000000000000000000000000000000000fa',
  payouts: '0x00000000000000000000000000000000000000fb',
  start_block: 0,
}
