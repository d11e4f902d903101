import { expect, test } from 'vitest'
import { parseReferrer } from './referrer.ts'

const referrer = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const minter = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const creator = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const accounts = { minter, creator, isRefused: false }

test('credits the account of a link in any letter case that is no mistake', () => {
  const credited = { referrer, rejection: null }
  expect(parseReferrer(referrer, accounts)).toEqual(credited)
  expect(parseReferrer(referrer.toLowerCase(), accounts)).toEqual(credited)
})

test.each([
  ['a wrong checksum', referrer.replace('906', '905'), 'invalid'],
  ['the zero address', `0x${'0'.repeat(40)}`, 'invalid'],
  ['a name', 'harbour.eth', 'invalid'],
  ['the minter', minter.toLowerCase(), 'own'],
  ['the creator', creator.toLowerCase(), 'creator'],
])('rejects a link with %s', (_kind, link, rejection) => {
  expect(parseReferrer(link, accounts)).toEqual({ referrer: null, rejection })
})

test('rejects an account that the contract refuses', () => {
  const rejected = { referrer: null, rejection: 'own' }
  expect(parseReferrer(referrer, { ...accounts, isRefused: true })).toEqual(rejected)
})

test('finds neither referrer nor rejection without a link', () => {
  for (const link of ['', ' ', null, undefined])
    expect(parseReferrer(link, accounts)).toEqual({ referrer: null, rejection: null })
})
