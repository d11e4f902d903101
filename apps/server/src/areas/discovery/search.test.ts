import { getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type collectionRow, insertCollection } from '../../../test/collection.ts'
import { testNetwork } from '../../../test/collections/logs.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import { commands } from '../moderation/commands.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    networks: [testNetwork],
    names: {
      chain: 'local',
      suffix: 'press',
      registry: addressOf('e'),
      resolver: addressOf('f'),
    },
  })
})
afterAll(() => server.close())
beforeEach(() => server.reset())

const lower = ({ address }: { address: string }) => address.toLowerCase()
const addressOf = (digit: string) => `0x${digit.repeat(40)}`

async function collection(of: Partial<Parameters<typeof collectionRow>[0]> = {}) {
  await insertCollection(server.database, {
    ...{ chain_id: testNetwork.id, address: addressOf('a'), owner: lower(ada) },
    ...{ name: 'Night Ferry', minted: 3, is_unlisted: false },
    ...of,
  })
}

async function user(address: string, username: string | null) {
  await server.database
    .insertInto('users')
    .values({ address, account_kind: 'key', username })
    .execute()
}

async function name(label: string, owner: string) {
  const transaction = `0x${'7'.repeat(64)}`
  await server.database
    .insertInto('names')
    .values({
      ...{
        chain_id: testNetwork.id,
        name: label,
        owner,
        moves: 0,
        registered_at: new Date(),
      },
      ...{ registered_block: 1, registered_index: 0, registered_tx: transaction },
      ...{ skeleton_l: label, skeleton_i: label },
      ...{ texts: JSON.stringify({}), addresses: JSON.stringify({}) },
    })
    .execute()
}

async function search(q: string) {
  const { status, data } = await server.get(`/api/search?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return {
    collections: data.collections.map((one: { name: string }) => one.name),
    people: data.people.map(
      (one: { username: string | null; address: string }) => one.username ?? one.address,
    ),
    names: data.names.map((one: { name: string }) => one.name),
  }
}

const nothing = { collections: [], people: [], names: [] }

test('a part of a name finds collections, people and names, the beginnings first', async () => {
  await collection()
  await collection({ address: addressOf('b'), name: 'Ferry Bells', minted: 9 })
  await user(lower(ada), 'ferry_bells')
  await user(lower(bob), 'the_ferry')
  await user(lower(cyn), 'ferry')
  await name('nightferry', lower(ada))
  await name('ferry', lower(bob))
  expect(await search('Ferry')).toEqual({
    collections: ['Ferry Bells', 'Night Ferry'],
    people: ['ferry', 'ferry_bells', 'the_ferry'],
    names: ['ferry', 'nightferry'],
  })
  expect(await search('ferry bells')).toMatchObject({ people: ['ferry_bells'] })
  expect(await search('@the_f')).toMatchObject({ people: ['the_ferry'] })
  expect(await search('fe')).toMatchObject({ people: ['ferry', 'ferry_bells'] })
  expect(await search('nightferry.press')).toMatchObject({ names: ['nightferry'] })
  expect(await search('f%_y')).toEqual(nothing)
})

test('at most five of each kind are found', async () => {
  for (const place of [1, 2, 3, 4, 5, 6]) {
    await collection({ address: addressOf(String(place)), name: `Ferry ${place}` })
    await user(addressOf(String(place)), `ferry_${place}`)
    await name(`ferry${place}`, lower(ada))
  }
  const { collections, people, names } = await search('ferry')
  expect([collections.length, people.length, names.length]).toEqual([5, 5, 5])
})

test('an address finds its account, names and collections, and a part of it does too', async () => {
  const creator = `0xabcdef${'1'.repeat(34)}`
  await collection({ owner: creator })
  await user(lower(bob), 'quay')
  await name('harbour', lower(bob))
  const checksum = getAddress(creator)
  expect(await search(checksum)).toMatchObject({
    ...{ collections: ['Night Ferry'], people: [checksum] },
  })
  expect(await search('0xABCDEF11')).toMatchObject({ people: [checksum] })
  expect(await search('0xabcdef…1111')).toMatchObject({ people: [checksum] })
  expect(await search(bob.address)).toEqual({
    ...{ collections: [], people: ['quay'], names: ['harbour'] },
  })
  // Every address has a page, also one that never did anything.
  const unknown = getAddress(addressOf('9'))
  expect(await search(unknown)).toEqual({ ...nothing, people: [unknown] })
})

test('what is hidden, unlisted, blocked or of a blocked account is not found', async () => {
  await collection({ address: addressOf('1'), visibility: 'hidden' })
  await collection({ address: addressOf('2'), is_unlisted: true })
  await collection({ address: addressOf('3') })
  await user(lower(ada), 'ferryman')
  const blocked = { category: 'copy', reason: 'A copy.' } as const
  await commands.block_collection(operatorContext(server), {
    ...{ chain: 'local', address: addressOf('3') },
    ...blocked,
  })
  expect(await search('ferry')).toEqual({ ...nothing, people: ['ferryman'] })
  await commands.block_creator(operatorContext(server), {
    address: ada.address,
    ...blocked,
  })
  expect(await search('ferry')).toEqual(nothing)
})

test('a search that is too short, too long or has control characters is refused', async () => {
  for (const q of ['', 'a', 'a'.repeat(65), 'a\u0007b']) {
    const { status, error } = await server.get(`/api/search?q=${encodeURIComponent(q)}`)
    expect([q, status, error?.code]).toEqual([q, 422, 'validation_failed'])
  }
})
