import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallLine, type CallName, callTable } from '../test/call-table.ts'
import { collectRoutes, endpointKey } from '../test/calls.ts'
import { type Launched, launched } from '../test/launched.ts'
import { ada, bob, cyn, type TestServer } from '../test/server.ts'

let world: Launched
let server: TestServer
let accessOf: Map<string, string>

beforeAll(async () => {
  const routes = await collectRoutes(async () => {
    world = await launched()
  })
  server = world.server
  accessOf = new Map(
    routes.flatMap(({ endpoint }) =>
      endpoint ? [[endpointKey(endpoint), endpoint.access]] : [],
    ),
  )
})
afterAll(() => world.close())

const fields = { chain_alias: 'local', kind: 'drop', name: 'Ebb', symbol: 'EBB' }

/** Required response and required state afterwards, line by line. */
const promises: Record<CallName, () => Promise<void>> = {
  async 'create signature message'() {
    const { status, data } = await server.post('/api/oauth/create-signature-message', {
      address: bob.address,
    })
    expect(status).toBe(200)
    expect(data.message).toContain('localhost:3000 wants you to sign in')
    expect(data.message).toContain(bob.address)
    expect(data.message).toContain(`Nonce: ${data.nonce}`)
  },

  async login() {
    const { body } = await signIn()
    expect(Object.keys(JSON.parse(body))).toEqual(['access_token'])
    const { access_token } = JSON.parse(body)
    const { data } = await server.get('/api/user/get', bearer(access_token))
    expect(data.address).toBe(bob.address)
  },

  async logout() {
    const { access_token } = JSON.parse((await signIn()).body)
    const left = await server.post('/api/logout', undefined, bearer(access_token))
    expect([left.status, left.body]).toEqual([204, ''])
    const after = await server.get('/api/user/get', bearer(access_token))
    expect([after.status, after.error?.code]).toEqual([401, 'unauthenticated'])
  },

  async 'get user'() {
    const { status, data, body } = await server.get('/api/user/get', { as: ada })
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(body))).toEqual(['data'])
    expect(data).toMatchObject({ address: ada.address, balance: 0 })
    expect((await server.get('/api/user/get', { as: bob })).data.address).toBe(
      bob.address,
    )
  },

  async 'update user'() {
    const update = (body: object) => server.post('/api/user/update', body, { as: bob })
    await update({ username: 'bob_prints', bio: 'Prints.' })
    const { status, data } = await update({ bio: 'Prints by the sea.' })
    expect(status).toBe(200)
    expect(data).toMatchObject({ username: 'bob_prints', bio: 'Prints by the sea.' })
    const kept = await server.get('/api/user/get', { as: bob })
    expect(kept.data).toMatchObject({ username: 'bob_prints', bio: 'Prints by the sea.' })
  },

  async 'update avatar'() {
    const files = { avatar: await picture() }
    const { status, data } = await server.postForm(
      '/api/user/update/avatar',
      { files },
      { as: bob },
    )
    expect(status).toBe(200)
    const shown = await server.get(new URL(data.avatar_url, 'http://localhost').pathname)
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  },

  async 'list contracts'() {
    const list = async (query: string) =>
      aliasesOf(await server.get(`/api/contract/list?${query}`))
    const all = ['tidewater', 'one-print', 'friends-first']
    expect(await list('sort_by=oldest&page=1')).toEqual(all)
    expect(await list('sort_by=newest')).toEqual(all.toReversed())
    expect(await list('page=2')).toEqual([])
    expect(await list('chain=local-two')).toEqual([])
    expect(await list('search=friends')).toEqual(['friends-first'])
    expect(await list('sort_by=popular&time_interval=1h')).toEqual([
      'tidewater',
      'one-print',
      'friends-first',
    ])
    const { meta } = await server.get('/api/contract/list?chain=local')
    expect(meta).toMatchObject({ page: 1, per_page: 24, total: 3, last_page: 1 })
  },

  async 'list promoted'() {
    const { configuration } = server.context
    const entry = { chain: 'local', order: 0, from: null, until: null, label: 'Our pick' }
    configuration.promoted = [
      { ...entry, address: `0x${world.drop.slice(2)}` },
      { ...entry, address: `0x${world.hidden.slice(2)}` },
    ]
    const { status, data } = await server.get('/api/contract/promoted')
    configuration.promoted = []
    expect(status).toBe(200)
    expect(data).toMatchObject([{ alias: 'tidewater', promoted_label: 'Our pick' }])
  },

  async 'list popular'() {
    const answer = await server.get('/api/contract/popular')
    expect(answer.status).toBe(200)
    expect(aliasesOf(answer)).toEqual(['tidewater', 'one-print'])
  },

  async 'list newest'() {
    const answer = await server.get('/api/contract/newest')
    expect(answer.status).toBe(200)
    expect(aliasesOf(answer)).toEqual(['friends-first', 'one-print', 'tidewater'])
  },

  async 'list trending'() {
    const answer = await server.get('/api/contract/trending/local')
    expect(answer.status).toBe(200)
    // A score needs three minters; without one the newest come first.
    expect(aliasesOf(answer)).toEqual(['tidewater', 'friends-first', 'one-print'])
    expect(aliasesOf(await server.get('/api/contract/trending/local-two'))).toEqual([])
    const { status, error } = await server.get('/api/contract/trending/mars')
    expect([status, error?.code]).toEqual([404, 'unknown_chain'])
  },

  async 'get contract'() {
    const { status, data } = await server.get(`/api/contract/local/${world.drop}`)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      alias: 'tidewater',
      minted: 5,
      holders: 3,
      state: 'live',
    })
    expect(data.own).toBeUndefined()
    const own = await server.get('/api/contract/local/tidewater', { as: ada })
    expect(own.data.own.contract_id).toBe(data.contract_id)
  },

  async 'update contract'() {
    const path = `/api/contract/local/${world.edition}`
    const changes = { description: 'One print, many copies.' }
    const { status, data } = await server.post(path, changes, { as: ada })
    expect(status).toBe(200)
    expect(data).toMatchObject({ ...changes, alias: 'one-print' })
    expect((await server.get(path)).data.description).toBe(changes.description)
    const other = await server.post(path, { description: 'Mine.' }, { as: bob })
    expect([other.status, other.error?.code]).toEqual([403, 'not_yours'])
  },

  async 'studio list'() {
    const list = await server.get('/api/contract/studio/list', { as: cyn })
    expect(list.status).toBe(200)
    expect(list.data).toMatchObject([
      {
        contract_address: world.hidden,
        visibility: 'hidden',
        fields: { alias: 'hidden-shore' },
      },
    ])
  },

  async 'studio create'() {
    const { status, data } = await server.postForm(
      '/api/contract/studio/create',
      { data: fields, files: { image: await picture(), cover: await picture() } },
      { as: bob },
    )
    expect(status).toBe(201)
    expect(data).toMatchObject({ state: 'draft', fields, contract_address: null })
    expect(data.image.url).toMatch(/^\/files\/[0-9a-f]{64}-1536\.webp$/)
    expect(data.cover.original_url).toMatch(/^\/files\/[0-9a-f]{64}\.png$/)
  },

  async 'studio show'() {
    const id = await contractIdOf('friends-first')
    await server.post(`/api/contract/studio/${id}/hide`, undefined, { as: ada })
    const { status, data } = await act(id, 'show')
    expect([status, data.visibility]).toEqual([200, 'shown'])
    expect(aliasesOf(await server.get('/api/contract/newest'))).toContain('friends-first')
  },

  async 'studio hide'() {
    const id = await contractIdOf('friends-first')
    const { status, data } = await act(id, 'hide')
    expect([status, data.visibility]).toEqual([200, 'hidden'])
    const newest = aliasesOf(await server.get('/api/contract/newest'))
    await act(id, 'show')
    expect(newest).not.toContain('friends-first')
  },

  async 'studio update'() {
    const id = await draft()
    const { status, data } = await act(id, 'update', { name: 'Flood', max_supply: 7 })
    expect(status).toBe(200)
    expect(data.fields).toMatchObject({ ...fields, name: 'Flood', max_supply: 7 })
  },

  'studio update image': () => takesPicture('image'),
  'studio update cover': () => takesPicture('cover'),

  async 'studio delete'() {
    const id = await draft()
    const { status, body } = await act(id, 'delete')
    expect([status, body]).toEqual([204, ''])
    const again = await act(id, 'update', { name: 'Flood' })
    expect([again.status, again.error?.code]).toEqual([404, 'not_found'])
  },

  async 'list currencies'() {
    const { status, data } = await server.get('/api/currency/list')
    expect(status).toBe(200)
    expect(data).toMatchObject([
      { chain: 'local', symbol: 'ETH', decimals: 18, is_native: true },
      { chain: 'local-two', symbol: 'ETH', is_native: true },
    ])
  },
}

describe('the table of calls', () => {
  const lines: [name: CallName, line: CallLine][] = Object.entries(callTable).map(
    // Safe: the names are those of the table itself.
    ([name, line]) => [name as CallName, line],
  )

  test('has 22 lines with one promise each', () => {
    expect(lines).toHaveLength(22)
    expect(Object.keys(promises).toSorted()).toEqual(Object.keys(callTable).toSorted())
    expect(new Set(Object.values(promises)).size).toBe(22)
  })

  for (const [name, { method, path, access, answers }] of lines) {
    test(`${method} ${path}: ${answers}`, async () => {
      const served = { public: 'public', both: 'optional', 'signed-in': 'signed-in' }[
        access
      ]
      expect(accessOf.get(`${method} ${path}`)).toBe(served)
      if (access === 'signed-in') await expectStrangersRefused(method, path)
      await promises[name]()
    })
  }
})

async function expectStrangersRefused(method: 'GET' | 'POST', path: string) {
  const url = path.replaceAll(/:\w+/g, 'x')
  for (const headers of [{}, { authorization: `Bearer plm_${'a'.repeat(49)}` }]) {
    const { status, error } = await server.send({ method, url, headers })
    expect([status, error?.code]).toEqual([401, 'unauthenticated'])
  }
}

async function signIn() {
  const { address } = bob
  const { data } = await server.post('/api/oauth/create-signature-message', { address })
  const signature = await bob.signMessage({ message: data.message })
  const answer = await server.post('/api/oauth/login', {
    address,
    signature,
    connector: 'demo',
  })
  expect(answer.status).toBe(200)
  return answer
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

const aliasesOf = (answer: { data: { alias: string }[] }) =>
  answer.data.map(({ alias }) => alias)

const act = (id: string, verb: string, body?: unknown) =>
  server.post(`/api/contract/studio/${id}/${verb}`, body, { as: ada })

async function draft(): Promise<string> {
  const form = { data: fields }
  const { data } = await server.postForm('/api/contract/studio/create', form, { as: ada })
  return data.contract_id
}

async function contractIdOf(alias: string): Promise<string> {
  return (await server.get(`/api/contract/local/${alias}`)).data.contract_id
}

async function takesPicture(kind: 'image' | 'cover'): Promise<void> {
  const path = `/api/contract/studio/${await draft()}/update-${kind}`
  const files = { [kind]: await picture() }
  const { status, data } = await server.postForm(path, { files }, { as: ada })
  expect([status, data[kind].is_plate]).toEqual([200, false])
  expect((await server.get(data[kind].url)).headers['content-type']).toBe('image/webp')
}

const picture = () =>
  sharp({ create: { width: 80, height: 80, channels: 3, background: '#1d2a44' } })
    .png()
    .toBuffer()
