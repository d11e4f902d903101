import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectionRow } from '../../../test/collection.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { commands } from './commands.ts'

const [first, second] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`)
const inFile = {
  chain: 'local',
  address: `0x${'b'.repeat(40)}`,
  order: 5,
  label: 'Chosen',
}

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    networks: [{ alias: 'local', is_demo: true }],
    promoted: [inFile],
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  const owner = ada.address.toLowerCase()
  const rows = [first, second].map((address = '') =>
    collectionRow({ chain_id: 31_337, address, owner }),
  )
  await server.database.insertInto('collections').values(rows).execute()
})

describe('promoting', () => {
  const place = { chain: 'local', address: first ?? '' }
  const always = { order: 0, from: null, until: null, label: 'Promoted' }
  const promoted = async () => {
    const { data } = await server.get('/api/contract/promoted')
    return data.map((card: { contract_address: string; promoted_label: string }) => [
      card.contract_address.toLowerCase(),
      card.promoted_label,
    ])
  }

  test("adds to the configuration's promotions, in the order of both", async () => {
    expect(await promoted()).toEqual([[second, 'Chosen']])
    await commands.promote(operatorContext(server), {
      ...place,
      ...always,
      label: 'Featured',
    })
    expect(await promoted()).toEqual([
      [first, 'Featured'],
      [second, 'Chosen'],
    ])
    await commands.promote(operatorContext(server), { ...place, ...always, order: 9 })
    expect(await promoted()).toEqual([
      [second, 'Chosen'],
      [first, 'Promoted'],
    ])
    expect(await commands.end_promotion(operatorContext(server), place)).toEqual({
      is_promoted: false,
    })
    expect(await promoted()).toEqual([[second, 'Chosen']])
  })

  test("replaces the configuration's for the same collection", async () => {
    const same = { chain: 'local', address: second ?? '' }
    await commands.promote(operatorContext(server), {
      ...same,
      ...always,
      label: 'Of the week',
    })
    expect(await promoted()).toEqual([[second, 'Of the week']])
    expect(await commands.end_promotion(operatorContext(server), same)).toEqual({
      is_promoted: true,
    })
    expect(await promoted()).toEqual([[second, 'Chosen']])
    await expect(commands.end_promotion(operatorContext(server), same)).rejects.toThrow(
      'The configuration promotes it',
    )
  })

  test('keeps to its times, the end not included', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const times = { from: at(3_600_000), until: at(7_200_000) }
    await commands.promote(operatorContext(server), { ...place, ...always, ...times })
    const isPromoted = async () => (await promoted()).length === 2
    expect(await isPromoted()).toBe(false)
    server.clock.advance(5_400_000)
    expect(await isPromoted()).toBe(true)
    server.clock.advance(5_400_000)
    expect(await isPromoted()).toBe(false)
  })

  test('is listed whole, with its operator, and audited', async () => {
    await commands.promote(operatorContext(server), { ...place, ...always })
    expect(
      (await commands.promotions(operatorContext(server), {})).promotions,
    ).toMatchObject([
      { ...inFile, by: null },
      { ...place, ...always, by: 'olga' },
    ])
    await commands.end_promotion(operatorContext(server), place)
    expect(
      (await commands.audit(operatorContext(server), { page: 1 })).lines,
    ).toMatchObject([
      { action: 'end promotion', address: first },
      { action: 'promote', address: first, details: always },
    ])
    await expect(commands.end_promotion(operatorContext(server), place)).rejects.toThrow(
      'It is not promoted.',
    )
  })
})

describe('sessions of an account', () => {
  test('are listed and ended at once, without those of others', async () => {
    const address = ada.address
    await server.tokenOf(ada)
    await server.tokenOf(bob)
    const { sessions } = await commands.sessions(operatorContext(server), { address })
    expect(sessions).toMatchObject([{ chain: 'local', connector: expect.any(String) }])
    expect(JSON.stringify(sessions)).not.toMatch(/token|hash/)

    expect(await commands.end_sessions(operatorContext(server), { address })).toEqual({
      ended: 1,
    })
    expect((await server.get('/api/user/get', { as: ada })).status).toBe(401)
    expect((await server.get('/api/user/get', { as: bob })).status).toBe(200)
    expect(await commands.sessions(operatorContext(server), { address })).toEqual({
      sessions: [],
    })
    expect(
      (await commands.audit(operatorContext(server), { page: 1 })).lines,
    ).toMatchObject([
      { action: 'end sessions', address: address.toLowerCase(), details: { ended: 1 } },
    ])
  })

  test('of an address that never signed in are refused', async () => {
    const asked = { address: `0x${'9'.repeat(40)}` }
    const sentence = 'No account has signed in with this address.'
    await expect(commands.sessions(operatorContext(server), asked)).rejects.toThrow(
      sentence,
    )
    await expect(commands.end_sessions(operatorContext(server), asked)).rejects.toThrow(
      sentence,
    )
  })
})
