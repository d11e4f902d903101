import { finishSlices, type Slices } from '@platemark/rules/slices'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { mergePlainly } from '../test/plain-merge.ts'
import { compareLists, findOverlap } from './compare-lists.ts'
import { mergeRows } from './merge-rows.ts'
import { readList } from './read-list.ts'
import type { ListEntry } from './read-row.ts'
import { toBlobs, writeListCsv, writeListJson } from './write-list.ts'

/** Few wallets, so that lists repeat and share them. */
const address = fc
  .integer({ min: 1, max: 40 })
  .map((number) => `0x${(number * 0xabcdef123).toString(16).padStart(40, 'a')}`)
const quantity = fc.option(fc.integer({ min: 1, max: 9 }))
const price = fc.option(fc.constantFrom('0', '1000000000', '2000000000', '3000000000'))
const row = fc.record({ address, quantity, price_wei: price })
const rows = fc.array(row, { maxLength: 60 })

const phase = { limit: 3, priceWei: '2000000000' }

const toRecord = (entries: readonly ListEntry[]) =>
  Object.fromEntries(
    entries.map(({ address, quantity, price_wei }) => [
      address,
      `${quantity ?? ''} ${price_wei ?? ''}`,
    ]),
  )

const csvOf = (entries: readonly ListEntry[]) =>
  finishSlices(writeListCsv(entries, { decimals: 18 })).join('')

const readBack = (csv: string) => finishSlices(readList(csv, 'a.csv', { decimals: 18 }))

const strip = (entries: readonly ListEntry[]) =>
  entries.map(({ address, quantity, price_wei }) => ({ address, quantity, price_wei }))

test('an export reads back identically, in any letter case', () => {
  fc.assert(
    fc.property(rows, (entries) => {
      const csv = csvOf(entries)
      expect(strip(readBack(csv).rows)).toEqual(entries)
      const checksummed = csv.replace(/0x[0-9a-f]{40}/g, (one) => getAddress(one))
      expect(strip(readBack(checksummed).rows)).toEqual(entries)
      expect(JSON.parse(finishSlices(writeListJson(entries)).join(''))).toEqual(
        entries.map((entry) =>
          Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
        ),
      )
    }),
  )
})

test('the Blobs of a text join to that text', async () => {
  function* write(): Slices<string[]> {
    yield 0.5
    return ['wallet,', 'Zoë 🌊']
  }
  const blobs = finishSlices(toBlobs(write()))
  expect(blobs).toHaveLength(2)
  expect(await new Blob(blobs).text()).toBe('wallet,Zoë 🌊')
})

test('lists are merged as an independent script merges them, and the rows add up', () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom('higher' as const, 'sum' as const),
      (entries, policy) => {
        const csv = csvOf(entries)
        const read = readBack(csv)
        const list = finishSlices(mergeRows(read.rows, policy, phase))
        expect(toRecord(list.entries)).toEqual(mergePlainly(csv, policy, phase))
        expect(read.count - read.leftOut.length - list.surplus).toBe(list.entries.length)
        expect(list.merged.reduce((sum, { places }) => sum + places.length - 1, 0)).toBe(
          list.surplus,
        )
      },
    ),
  )
})

const uniqueRows = fc.uniqueArray(row, { maxLength: 30, selector: (one) => one.address })

test('the difference of two lists is that of an independent script', () => {
  fc.assert(
    fc.property(uniqueRows, uniqueRows, (before, after) => {
      const { added, removed, changed } = finishSlices(compareLists(before, after))
      const [old, young] = [toRecord(before), toRecord(after)]
      const sorted = (entries: readonly ListEntry[]) =>
        entries.map(({ address }) => address).sort()
      expect(sorted(added)).toEqual(
        Object.keys(young)
          .filter((one) => !(one in old))
          .sort(),
      )
      expect(sorted(removed)).toEqual(
        Object.keys(old)
          .filter((one) => !(one in young))
          .sort(),
      )
      expect(sorted(changed.map(({ after }) => after))).toEqual(
        Object.keys(young)
          .filter((one) => one in old && old[one] !== young[one])
          .sort(),
      )
    }),
  )
})

test('the overlap of lists is that of an independent script', () => {
  fc.assert(
    fc.property(fc.array(uniqueRows, { maxLength: 6 }), (lists) => {
      const { shared, onAll, total } = finishSlices(findOverlap(lists))
      const sets = lists.map((list) => new Set(list.map(({ address }) => address)))
      const all = [...new Set(lists.flat().map(({ address }) => address))]
      for (const [at, one] of sets.entries()) {
        for (const [place, other] of sets.entries()) {
          const isCounted = (wallet: string) =>
            at === place
              ? sets.every((set) => set.has(wallet) === (set === one))
              : one.has(wallet) && other.has(wallet)
          expect(shared[at]?.[place]).toBe(all.filter(isCounted).length)
        }
      }
      expect(total).toBe(all.length)
      expect(onAll).toBe(
        sets.length === 0
          ? 0
          : all.filter((one) => sets.every((set) => set.has(one))).length,
      )
    }),
  )
})
