import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import fc from 'fast-check'
import { type Address, type Log, parseEventLogs, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Emitted, toBlocks, toScenario } from '../../../test/collections/logs.ts'
import type { TestProjection } from '../../../test/collections/projection.ts'
import { dropReadIndexes, startReads } from '../../../test/collections/reads.ts'
import type { TestServer } from '../../../test/server.ts'
import { share } from '../../../test/share.ts'
import { buildReadIndexes } from './queries/read-indexes.ts'

const number = fc.nat({ max: 1_000_000 })
const choices = fc.array(fc.tuple(number, number, number, number), {
  minLength: 60,
  maxLength: 160,
})

let server: TestServer
let project: TestProjection['project']
let read: Awaited<ReturnType<typeof startReads>>['read']

beforeAll(async () => {
  ;({ server, project, read } = await startReads())
})
afterAll(() => server.close())

test.each([
  ['before their indexes are built', false],
  ['once they are', true],
])(
  'the lists say what the logs leave, whatever happens, %s',
  async (_, isBuilt) => {
    await dropReadIndexes(server.database)
    if (isBuilt) await buildReadIndexes(server.database)
    await fc.assert(
      fc.asyncProperty(choices, async (story) => {
        await server.reset()
        const transactions = toScenario(story)
        await project(toBlocks(transactions))
        for (const [address, left] of leftBy(transactions.flat())) {
          const holders = await readAll('holders', address)
          expect(holders.map((row) => [row.address, row.quantity])).toEqual(left.holders)
          const tokens = await readAll('tokens', address)
          if (left.owners.length > 0 || tokens.every(({ owner }) => owner !== null)) {
            expect(tokens.map((row) => [row.token_id, row.owner])).toEqual(left.owners)
          }
          const activity = await readAll('activity', address)
          const places = activity.map((row) => [Number(row.block_number), row.log_index])
          expect(places).toEqual(places.toSorted(newestFirst))
        }
      }),
      { numRuns: share(4, 60) },
    )
  },
  60_000,
)

async function readAll(list: string, of: Address) {
  const rows: Record<string, unknown>[] = []
  for (let cursor = ''; ; ) {
    const { data, meta } = await read(`${list}${cursor}`, of)
    rows.push(...data)
    if (meta.next_cursor === null) return rows
    cursor = `?cursor=${meta.next_cursor}`
  }
}

function newestFirst(one: unknown[], other: unknown[]): number {
  return Number(other[0]) - Number(one[0]) || Number(other[1]) - Number(one[1])
}

/** Counts holdings log by log. */
function leftBy(emitted: Emitted[]) {
  const owners = new Map<Address, Map<number, Address>>()
  const balances = new Map<Address, Map<string, number>>()
  const add = (of: Address, who: string, quantity: number) => {
    const held = balances.get(of) ?? new Map<string, number>()
    balances.set(of, held.set(who, (held.get(who) ?? 0) + quantity))
  }
  const moves = parseEventLogs({
    abi: [...dropCollectionAbi, ...editionCollectionAbi],
    // Safe: events need only the origin and the data of a log.
    logs: emitted as never as Log[],
    eventName: ['Transfer', 'TransferSingle', 'TransferBatch'],
  })
  for (const { address, eventName, args } of moves) {
    const quantities =
      eventName === 'Transfer'
        ? [1n]
        : eventName === 'TransferSingle'
          ? [args.value]
          : args.values
    const quantity = Number(quantities.reduce((sum, one) => sum + one, 0n))
    add(address, args.from, -quantity)
    add(address, args.to, quantity)
    if (eventName !== 'Transfer') continue
    const of = owners.get(address) ?? new Map<number, Address>()
    owners.set(address, of.set(Number(args.tokenId), args.to))
  }
  return new Map(
    [...balances].map(([address, held]) => {
      const holders = [...held]
        .filter(([who, quantity]) => who !== zeroAddress && quantity > 0)
        .sort(
          ([one, much], [other, more]) =>
            more - much || (one.toLowerCase() < other.toLowerCase() ? -1 : 1),
        )
      const kept = [...(owners.get(address) ?? [])]
        .filter(([, owner]) => owner !== zeroAddress)
        .sort(([one], [other]) => one - other)
        .map(([id, owner]) => [String(id), owner])
      return [address, { holders, owners: kept }]
    }),
  )
}
