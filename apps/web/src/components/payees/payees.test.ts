import { expect, test } from 'vitest'
import { listPayees } from './list-payees.ts'
import { findPayeeProblems, readPayees, toPayeeRows } from './payees.ts'

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const sentences = (rows: { account: string; share: string }[]) =>
  findPayeeProblems(rows).map(({ sentence }) => sentence)

test('without payees the creator has everything, and nothing is stored for that', () => {
  expect(toPayeeRows([], own)).toEqual([{ account: own, share: '100' }])
  expect(readPayees([{ account: own.toLowerCase(), share: '100' }], own)).toEqual([])
})

test('without payees the income is the creator’s, and not that of a later owner', () => {
  expect(listPayees([], own)).toEqual([{ address: own, bps: 10_000 }])
  expect(listPayees([{ address: other, bps: 10_000 }], own)).toEqual([
    { address: other, bps: 10_000 },
  ])
})

test('shares are exact to a hundredth of a percent', () => {
  const rows = [
    { account: own, share: '66.67' },
    { account: other.toLowerCase(), share: '33.33 %' },
  ]
  expect(readPayees(rows, own)).toEqual([
    { address: own, bps: 6667 },
    { address: other, bps: 3333 },
  ])
  expect(toPayeeRows(readPayees(rows, own) ?? [], own).map(({ share }) => share)).toEqual(
    ['66.67', '33.33'],
  )
})

test('every mistake has its sentence', () => {
  expect(sentences([])).toEqual(['Add at least one payee.'])
  expect(sentences([{ account: own, share: '90' }])).toEqual([
    'The shares add up to 90%. They must add up to 100%.',
  ])
  expect(
    sentences([
      { account: own, share: '50' },
      { account: own.toLowerCase(), share: '50' },
    ]),
  ).toEqual(['This payee appears twice.'])
  expect(sentences([{ account: own, share: '0' }])).toEqual(['Enter more than 0.'])
  const accounts = ['', 'lantern', 'no, thanks', '0x12', `0x${'0'.repeat(40)}`]
  const wrongLetter = own.replace('C5', 'c5')
  expect(
    [...accounts, wrongLetter].flatMap((account) =>
      sentences([{ account, share: '100' }]),
    ),
  ).toEqual([
    'The address is missing.',
    'Names cannot be used here, enter the address.',
    'This is not an address, use 0x and 40 digits.',
    '2 digits after 0x, an address has 40.',
    'The zero address cannot be paid.',
    'Checksum does not match, one character is probably wrong.',
  ])
})
