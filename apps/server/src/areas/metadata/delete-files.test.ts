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
    put('a cover', 'webp'),
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
