import { liveCounts } from '@platemark/api/live'
import { getAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listenTo, type TestListener } from '../../../test/live/listening.ts'
import {
  CHAIN,
  type LiveWorld,
  liveWorld,
  place,
  readMintedCounts,
} from '../../../test/live/live.ts'
import { notifyChain, notifyCollections } from '../indexing/notifications.ts'

let world: LiveWorld

beforeEach(async () => {
  world = await liveWorld()
})
afterEach(() => world.server.close())

async function begin(limits: Record<string, number>): Promise<void> {
  await world.server.close()
  world = await liveWorld(limits)
}

const shownPlace = { chain_alias: 'local', contract_address: getAddress(place) }

describe('a listener of a collection', () => {
  test('receives the counts at once, and every change of them', async () => {
    const listener = await listenTo(world.url)
    const [first] = await listener.until(1)
    expect(listener.status).toBe(200)
    expect(listener.text()).toMatch(/^retry: \d+\n\n/)
    expect(first).toEqual({
      id: expect.stringMatching(/^[\w-]{16}$/),
      event: 'counts',
      data: {
        ...shownPlace,
        minted: 0,
        max_supply: 100,
        holders: 0,
        unique_minters: 0,
        volume_wei: '0',
        phases: [],
        is_paused: false,
        status: 'provisional',
        last_change: null,
        updated_at: expect.any(String),
      },
    })
    await world.mint(3)
    const [, second] = await listener.until(2)
    expect(liveCounts.parse(second?.data).minted).toBe(3)
    expect(second?.id).not.toBe(first?.id)
    listener.leave()
  })

  test('receives the mints of each phase, and the newest change of terms', async () => {
    await world.server.database
      .insertInto('phases')
      .values({
        collection_id: world.id,
        phase_id: 255,
        kind: 'public',
        title: 'Everyone',
        starts_at: new Date(0),
        ends_at: new Date('2099-01-01'),
        price_wei: '0',
        max_per_wallet: 3,
        max_supply: null,
        minted: 7,
        list_root: null,
      })
      .execute()
    const events = ['created', 'mint', 'revealed', 'transfer'].map((kind, index) => ({
      chain_id: CHAIN,
      block_number: 10 + index,
      log_index: index,
      collection_id: world.id,
      kind,
      data: '{}',
      tx_hash: `0x${'1'.repeat(64)}`,
      time: new Date(),
    }))
    await world.server.database.insertInto('events').values(events).execute()
    const listener = await listenTo(world.url)
    const [first] = await listener.until(1)
    expect(first?.data).toMatchObject({
      phases: [{ phase_id: 255, minted: 7 }],
      last_change: { kind: 'revealed', block_number: '12', log_index: 2 },
    })
    listener.leave()
  })

  test('receives nothing when other columns change', async () => {
    const listener = await listenTo(world.url)
    await listener.until(1)
    await world.decide({ cover_file: 'x.webp' })
    await world.mint(1)
    await listener.until(2)
    expect(readMintedCounts(listener)).toEqual([0, 1])
    listener.leave()
  })

  test('receives the last of many changes', async () => {
    const listener = await listenTo(world.url)
    for (let minted = 1; minted <= 30; minted += 1) await world.mint(minted)
    while (readMintedCounts(listener).at(-1) !== 30) {
      await listener.until(listener.events().length + 1)
    }
    expect(readMintedCounts(listener).length).toBeLessThan(30)
    listener.leave()
  })

  test('is not sent the event it already has, only newer ones', async () => {
    const before = await listenTo(world.url)
    const [{ id: last = '' } = {}] = await before.until(1)
    before.leave()
    const again = await listenTo(world.url, { 'last-event-id': last })
    await world.mint(2)
    await again.until(1)
    expect(readMintedCounts(again)).toEqual([2])
    again.leave()
    await world.mint(4)
    const later = await listenTo(world.url, { 'last-event-id': last })
    await later.until(1)
    expect(readMintedCounts(later)).toEqual([4])
    later.leave()
  })

  test('is refreshed by a notification for the whole chain', async () => {
    const listener = await listenTo(world.url)
    await listener.until(1)
    await world.server.database
      .updateTable('collections')
      .set({ minted: 9 })
      .where('id', '=', world.id)
      .execute()
    await notifyChain(world.server.database, CHAIN + 1)
    await notifyChain(world.server.database, CHAIN)
    await listener.until(2)
    expect(readMintedCounts(listener)).toEqual([0, 9])
    listener.leave()
  })

  test('receives a change among more collections than one message holds', async () => {
    const listener = await listenTo(world.url)
    await listener.until(1)
    await world.server.database
      .updateTable('collections')
      .set({ minted: 5 })
      .where('id', '=', world.id)
      .execute()
    const others = Array.from(
      { length: 450 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    )
    await notifyCollections(world.server.database, CHAIN, [...others, world.id])
    await listener.until(2)
    await world.mint(6)
    await notifyCollections(world.server.database, CHAIN, [
      ...others,
      ...others,
      ...others,
      world.id,
    ])
    await listener.until(3)
    expect(readMintedCounts(listener)).toEqual([0, 5, 6])
    listener.leave()
  })

  test('receives nothing of a rollback', async () => {
    const listener = await listenTo(world.url)
    await listener.until(1)
    const undone = world.server.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('collections')
        .set({ minted: 50, description: 'Undone.' })
        .where('id', '=', world.id)
        .execute()
      await notifyCollections(transaction, CHAIN, [world.id])
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await world.mint(1)
    await listener.until(2)
    expect(readMintedCounts(listener)).toEqual([0, 1])
    listener.leave()
  })

  test('finds the collection by its slug, and stays with it after a change', async () => {
    await world.decide({ alias: 'tidewater' })
    const slug = world.url.replace(place, 'tidewater')
    const first = await listenTo(slug)
    await first.until(1)
    await world.decide({ alias: null })
    const other = await world.addCollection({
      address: place.replace('aa', 'bb'),
      alias: 'tidewater',
      minted: 77,
    })
    await world.mint(1)
    await first.until(2)
    const second = await listenTo(slug)
    await second.until(1)
    await world.mint(78, other)
    await second.until(2)
    expect(readMintedCounts(first)).toEqual([0, 1])
    expect(readMintedCounts(second)).toEqual([77, 78])
    first.leave()
    second.leave()
  })
})

describe('the end of a stream', () => {
  test.each([
    ['hidden', { visibility: 'hidden' }],
    ['deleted', { deleted_at: new Date() }],
    ['blocked', { blocked_at: new Date() }],
  ])('comes with a word to load again when the collection is %s', async (_, set) => {
    const listener = await listenTo(world.url)
    await listener.until(1)
    await world.decide(set)
    expect(await listener.ended).toBe('ended')
    const last = listener.events().at(-1)
    expect(last).toEqual({ event: 'reload', data: shownPlace })
  })

  test('is immediate when the server stops', async () => {
    const listeners = await Promise.all(
      Array.from({ length: 20 }, () => listenTo(world.url)),
    )
    await Promise.all(listeners.map((listener) => listener.until(1)))
    const ends = Promise.all(listeners.map(({ ended }) => ended))
    await world.server.app.close()
    expect(new Set(await ends)).toEqual(new Set(['ended']))
  })

  test('comes after the longest duration of a stream', async () => {
    await begin({ live_seconds: 1 })
    const listener = await listenTo(world.url)
    expect(await listener.ended).toBe('ended')
    expect(listener.events().map(({ event }) => event)).toEqual(['counts'])
  })

  test('releases the connection for another client', async () => {
    await begin({ live_connections: 1 })
    for (let round = 0; round < 3; round += 1) {
      const listener = await untilAdmitted()
      await listener.until(1)
      listener.leave()
    }
  })
})

describe('a listener of several collections', () => {
  const other = place.replace('aa', 'bb')
  const missing = place.replace('aa', 'cc')
  const several = (...places: string[]) => {
    const { origin } = new URL(world.url)
    return `${origin}/api/contract/events?collections=${places.join(',')}`
  }
  const countsOf = (listener: TestListener, address: string) =>
    listener
      .events()
      .filter(({ event }) => event === 'counts')
      .map(({ data }) => liveCounts.parse(data))
      .filter(({ contract_address }) => contract_address.toLowerCase() === address)
      .map(({ minted }) => minted)

  test('receives the counts of each in one stream', async () => {
    const second = await world.addCollection({ address: other, minted: 7 })
    const listener = await listenTo(
      several(`local:${place}`, `local:${other}`, `local:${getAddress(other)}`),
    )
    await listener.until(2)
    await world.mint(1)
    await world.mint(8, second)
    await listener.until(4)
    expect(countsOf(listener, place)).toEqual([0, 1])
    expect(countsOf(listener, other)).toEqual([7, 8])
    listener.leave()
  })

  test('goes on without those that are not to be seen', async () => {
    await world.addCollection({ address: other, blocked_at: new Date() })
    const listener = await listenTo(
      several(`local:${missing}`, `local:${place}`, `nowhere:${place}`, `local:${other}`),
    )
    await listener.until(4)
    await world.mint(3)
    await listener.until(5)
    expect(countsOf(listener, place)).toEqual([0, 3])
    const reloads = listener.events().filter(({ event }) => event === 'reload')
    expect(reloads.map(({ data }) => data)).toEqual([
      { chain_alias: 'local', contract_address: missing },
      { chain_alias: 'nowhere', contract_address: place },
      { chain_alias: 'local', contract_address: other },
    ])
    listener.leave()
  })

  test('receives an end with the collection that was hidden', async () => {
    await world.addCollection({ address: other })
    const listener = await listenTo(several(`local:${other}`, `local:${place}`))
    await listener.until(2)
    await world.decide({ visibility: 'hidden' })
    expect(await listener.ended).toBe('ended')
    const last = listener.events().at(-1)
    expect(last).toEqual({ event: 'reload', data: shownPlace })
  })

  test.each([
    ['none of them exists', [`local:${missing}`, `local:${other}`], 404, 'not_found'],
    ['there is none', [''], 422, 'validation_failed'],
    ['one has no network', [place], 422, 'validation_failed'],
    [
      'they are too many',
      Array.from({ length: 11 }, () => `local:${place}`),
      422,
      'validation_failed',
    ],
  ])('is refused when %s', async (_, places, status, code) => {
    const { pathname, search } = new URL(several(...places))
    const answer = await world.server.get(pathname + search)
    expect([answer.status, answer.error?.code]).toEqual([status, code])
  })

  test('counts against the same limits', async () => {
    await begin({ live_per_client: 1 })
    const listener = await listenTo(several(`local:${place}`))
    await listener.until(1)
    const refused = await world.server.get(new URL(world.url).pathname, {
      from: '127.0.0.1',
    })
    expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests'])
    listener.leave()
  })
})

/** The server notices a disconnected client a moment later. */
async function untilAdmitted(): Promise<TestListener> {
  for (;;) {
    const listener = await listenTo(world.url)
    if (listener.status === 200) return listener
    await listener.ended
  }
}
