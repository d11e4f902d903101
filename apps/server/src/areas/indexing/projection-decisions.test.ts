import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { create, toBlocks } from '../../../test/collections/logs.ts'
import {
  startProjection,
  type TestProjection,
} from '../../../test/collections/projection.ts'

let server: TestProjection['server']
let project: TestProjection['project']
let revert: TestProjection['revert']

beforeAll(async () => {
  ;({ server, project, revert } = await startProjection())
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const first = create(0, [0, 0, 0, 0])
const second = create(1, [0, 0, 0, 0])
const { address } = first.collection

/** Applies the creation of the first collection in block 1, of the second in block 2. */
const follow = (to: number) =>
  project(
    toBlocks([first.logs, second.logs], 1).filter(({ blockNumber }) => blockNumber <= to),
  )

const rowOf = (of: string) =>
  server.database
    .selectFrom('collections')
    .selectAll()
    .where('address', '=', of)
    .executeTakeFirst()

const decide = (values: Record<string, unknown>, of: string = address) =>
  server.database
    .updateTable('collections')
    .set(values)
    .where('address', '=', of)
    .execute()

describe('a reverted and recreated collection', () => {
  test.each<[string, Record<string, unknown>]>([
    ['stays deleted', { deleted_at: new Date('2026-01-02T03:04:05Z') }],
    ['stays hidden', { visibility: 'hidden' }],
    ['stays open when its owner has come', { is_unlisted: false }],
    ['keeps its description', { description: 'Water, "written" later.' }],
    ['keeps its links', { links: JSON.stringify({ website: 'https://tide.test' }) }],
    ['keeps its pictures', { image_file: 'one.webp', cover_file: 'two.webp' }],
    ['keeps its alias', { alias: 'tidewater' }],
  ])('%s', async (_, values) => {
    await follow(1)
    const unchanged = await rowOf(address)
    await decide(values)
    const decided = await rowOf(address)
    expect(decided).not.toEqual(unchanged)

    await revert(0)
    expect(await rowOf(address)).toBeUndefined()
    await follow(1)
    expect(await rowOf(address)).toEqual(decided)
  })

  test('stays deleted each time, and when the whole chain begins anew', async () => {
    await follow(1)
    await decide({ deleted_at: new Date('2026-01-02T03:04:05Z') })
    const deleted = await rowOf(address)
    for (const block of [0, -1, 0]) {
      await revert(block)
      await follow(1)
      expect(await rowOf(address)).toEqual(deleted)
    }
  })

  test('shows the last settings again', async () => {
    await follow(1)
    await decide({ description: 'One.' })
    await revert(0)
    await follow(1)
    await decide({ description: 'Two.' })
    await revert(0)
    await follow(1)
    expect(await rowOf(address)).toMatchObject({ description: 'Two.' })
  })

  test('goes without its alias when another one has taken it meanwhile', async () => {
    await follow(2)
    await decide({ alias: 'tidewater' }, second.collection.address)
    await revert(1)
    await decide({ alias: 'tidewater' })
    await follow(2)
    expect(await rowOf(second.collection.address)).toMatchObject({ alias: null })
    expect(await rowOf(address)).toMatchObject({ alias: 'tidewater' })
  })

  test('stores nothing without settings', async () => {
    await follow(2)
    await revert(0)
    const kept = await server.database
      .selectFrom('orphaned_metadata')
      .selectAll()
      .execute()
    expect(kept).toEqual([])
  })

  test('leaves nothing behind', async () => {
    await follow(2)
    await decide({ description: 'One.' })
    await revert(0)
    await follow(2)
    const kept = await server.database
      .selectFrom('orphaned_metadata')
      .selectAll()
      .execute()
    expect(kept).toEqual([])
  })
})
