import type { Card, listCollections } from '@platemark/wire/collections'
import type { Meta } from '@platemark/wire/endpoint'

/** A page of a list as the product answers it: 24 rows. */
export const cards: Card[] = Array.from({ length: 24 }, (_, index) => {
  const plate = `/plates/local-0x${String(index).padStart(40, 'a')}.svg`
  return {
    contract_id: `0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a${String(index).padStart(2, '0')}`,
    chain_alias: 'local',
    contract_address: `0x1d3A5c2bE0A54d5fB1C6F2cE8a1b4F6d7e9C0a${String(index).padStart(2, '0')}`,
    alias: index % 2 === 0 ? `tidewater-${index}` : null,
    kind: 'drop',
    name: `Tidewater ${index}`,
    image: { url: plate, small_url: plate, medium_url: plate, is_plate: true },
    creator: {
      address: '0x1d3A5c2bE0A54d5fB1C6F2cE8a1b4F6d7e9C0a12',
      name: 'ada',
      avatar_url: null,
    },
    currency: 'ETH',
    minted: index * 7,
    max_supply: 200,
    state: 'live',
    next_change_at: '2026-02-28T18:00:00.000Z',
    created_at: '2026-01-31T18:00:00.000Z',
    price_wei: '10000000000000000',
    mint_fee_wei: '100000000000000',
    ends_at: '2026-02-28T18:00:00.000Z',
    promoted_label: null,
  }
})

export const meta: Meta<typeof listCollections> = {
  page: 2,
  per_page: 24,
  total: 480,
  total_is_exact: true,
  last_page: 20,
  next_cursor: null,
}
