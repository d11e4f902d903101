import { finishSlices } from '@platemark/rules/slices'
import { expect, test } from 'vitest'
import { giftOptions, mergeGifts } from './merge-gifts.ts'
import { readList } from './read-list.ts'
import { writeGiftResults } from './write-gifts.ts'

const ADA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const [ada, bob] = [ADA.toLowerCase(), BOB.toLowerCase()]

const read = (text: string) => finishSlices(readList(text, 'gifts.csv', giftOptions))
const merge = (text: string, policy: 'higher' | 'sum' = 'higher') =>
  finishSlices(mergeGifts(read(text).rows, policy))

test('an airdrop gives each wallet its quantity, and one token where there is none', () => {
  const { gifts } = merge(`address,quantity\n${ADA},3\n\n${BOB},`)
  expect(gifts).toEqual([
    { address: ada, quantity: 3, line: 2 },
    { address: bob, quantity: 1, line: 4 },
  ])
})

test('rows of one wallet are merged by choice', () => {
  const text = `${ADA},3\n${BOB}\n${ADA},2`
  expect(merge(text).gifts[0]).toEqual({ address: ada, quantity: 3, line: 1 })
  expect(merge(text, 'sum').gifts[0]).toEqual({ address: ada, quantity: 5, line: 1 })
  expect(merge(text, 'sum').surplus).toBe(1)
})

test('a wallet whose rows add up to more than 255 is named, and gets nothing', () => {
  const { gifts, tooMany } = merge(`${ADA},200\n${ADA},100\n${BOB},255`, 'sum')
  expect(tooMany.map(({ address, quantity }) => [address, quantity])).toEqual([
    [ada, 300],
  ])
  expect(gifts.map(({ address }) => address)).toEqual([bob])
})

test.each([
  [`${ADA},256`, 'The quantity can be 255 at most'],
  [`${ADA},0`, 'The quantity must be a whole number, 1 or more'],
  [`${ADA},1.5`, 'The quantity must be a whole number, 1 or more'],
  [`0x${'0'.repeat(40)},1`, 'The zero address cannot receive tokens'],
  [`${ADA.slice(0, -1)}9,1`, 'Checksum does not match, one character is probably wrong'],
  [`${ADA.slice(0, -1)},1`, '39 digits after 0x, an address has 40'],
  [`${ADA},1,2`, 'There is one cell too many: a row has wallet and quantity'],
  ['tidepool,1', 'Names cannot be used here, enter the address'],
])('the row %s is left out with its reason', (text, sentence) => {
  const { rows, leftOut } = read(`${BOB}\n${text}`)
  expect(rows).toHaveLength(1)
  expect(leftOut).toMatchObject([{ line: 2, problem: { sentence } }])
})

test('columns that an airdrop does not have are named', () => {
  const { unusedColumns, rows } = read(`wallet,price,quantity\n${ADA},0.5,2`)
  expect(unusedColumns).toEqual(['price'])
  expect(rows).toMatchObject([{ address: ada, quantity: 2, price_wei: null }])
  const noted = read(`wallet,quantity,note\n${ADA},2,a friend`)
  expect(noted.unusedColumns).toEqual(['note'])
  expect(noted.rows).toMatchObject([{ address: ada, quantity: 2 }])
})

test('the results of an airdrop read back as the same gifts', () => {
  const { gifts } = merge(`${ADA},3\n${BOB},255`)
  const results = gifts.map((gift) => ({ ...gift, state: 'given', transaction: '0x1' }))
  const csv = finishSlices(writeGiftResults(results)).join('')
  expect(csv.split('\r\n')[1]).toBe(`"1","${ada}","3","given","0x1"`)
  expect(read(csv).unusedColumns).toEqual(['row', 'state', 'transaction'])
  expect(merge(csv).gifts.map(({ address, quantity }) => [address, quantity])).toEqual(
    gifts.map(({ address, quantity }) => [address, quantity]),
  )
})
