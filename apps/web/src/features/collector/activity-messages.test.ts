import { expect, test } from 'vitest'
import { describeActivity } from './activity-messages.ts'

const ada = `0x${'aD'.repeat(20)}`
const bob = `0x${'b0'.repeat(20)}`
const collection = {
  contract_address: ada,
  alias: null,
  name: 'Tidewater',
  image: { url: '', small_url: '', medium_url: '', original_url: '', is_plate: true },
  is_edition: false,
  max_supply: 1500,
}
const deed = {
  from: null,
  to: ada,
  token_id: '198',
  quantity: 1,
  amount_wei: '1000',
  collection,
}
const describeOne = (changes: Partial<Parameters<typeof describeActivity>[0]>) => {
  const { title, note } = describeActivity(
    { type: 'mint', ...deed, ...changes },
    ada.toLowerCase(),
    (wei) => `${wei} wei`,
    '0xb0b0…b0b0',
  )
  return `${title}, ${note}`
}

test('a mint names its total price, or that it was free', () => {
  expect(describeOne({})).toBe('Minted Tidewater #198, for 1000 wei')
  expect(describeOne({ amount_wei: '0' })).toBe('Minted Tidewater #198, for free')
  expect(describeOne({ quantity: 3 })).toBe(
    'Minted 3 items of Tidewater, #198 to #200, for 1000 wei',
  )
})

test("a transfer is described from the address's point of view", () => {
  const moved = { type: 'transfer', amount_wei: null } as const
  expect(describeOne({ ...moved, from: ada, to: bob })).toBe(
    'Sent Tidewater #198, to 0xb0b0…b0b0',
  )
  expect(describeOne({ ...moved, from: bob })).toBe(
    'Received Tidewater #198, from 0xb0b0…b0b0',
  )
  expect(describeOne({ ...moved, from: ada })).toBe('Moved Tidewater #198, to itself')
})

test('copies of an edition have no number', () => {
  const edition = { token_id: null, collection: { ...collection, is_edition: true } }
  expect(describeOne({ ...edition, quantity: 4 })).toBe(
    'Minted 4 copies of Tidewater, for 1000 wei',
  )
  expect(describeOne({ ...edition, type: 'burn', from: ada, to: null })).toBe(
    'Burned a copy of Tidewater, permanently',
  )
})

test('an airdrop comes from the creator, and a creation names its size', () => {
  expect(describeOne({ type: 'airdrop', amount_wei: null })).toBe(
    'Received Tidewater #198, from its creator',
  )
  const created = { type: 'created', from: null, to: null, token_id: null } as const
  expect(describeOne(created)).toBe('Created Tidewater, edition of 1,500')
  expect(
    describeOne({ ...created, collection: { ...collection, max_supply: null } }),
  ).toBe('Created Tidewater, open edition')
})
