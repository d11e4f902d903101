import { tokenDetails } from '@platemark/api/collection-reads'
import { type Collection, collection } from '@platemark/api/collections'
import { appConfig } from '@platemark/api/config'
import type { Boot } from '@platemark/api/routes'
import { expect, test } from 'vitest'
import { renderPage } from './entry-server.tsx'

const config = appConfig.parse({
  product_name: 'Print Room',
  public_url: 'http://localhost:3000',
  networks: [
    {
      id: 31337,
      alias: 'local',
      name: 'Local',
      stack: 'evm',
      native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpc_urls: ['/rpc/local'],
      explorer: { name: 'Lens', url: 'https://lens.example' },
      is_testnet: true,
      is_demo: true,
      confirmations: 0,
      sponsor_url: null,
      markets: [],
      contracts: null,
      behind_seconds: 0,
    },
  ],
  names: null,
  sign_in_chain_id: 31337,
  banner: null,
  read_only: null,
  bridge_url: null,
  lists_url: null,
  operator_name: 'Harbour Print Room',
  operator_contact: null,
  cross_app_wallet: null,
  has_demo_wallet: false,
  faucet_coins: null,
})

const address = '0x2671c815cdE05a8f2986fF771c8F5b242859ac70'
const hash = `0x${'7'.repeat(64)}`
const plate = `/plates/local-${address.toLowerCase()}.svg`
const image = {
  url: plate,
  small_url: plate,
  medium_url: plate,
  original_url: plate,
  is_plate: true,
}
const creator = { address, name: 'saltbox', avatar_url: null, account_chain: null }

const shown = collection.parse({
  contract_id: 'one',
  chain_alias: 'local',
  chain_id: 31337,
  contract_address: address,
  alias: 'low-sun',
  kind: 'drop',
  name: 'Low Sun',
  symbol: 'SUN',
  description: '',
  image,
  cover: null,
  animation_url: null,
  creator,
  currency: 'ETH',
  minted: 212,
  max_supply: 500,
  state: 'live',
  next_change_at: null,
  created_at: '2026-11-01T00:00:00Z',
  links: { website: null, x: null, discord: null, instagram: null, farcaster: null },
  owner: address,
  phases: [],
  mint_fee_wei: '0',
  royalty_bps: 0,
  royalty_ceiling_bps: 0,
  royalty_split: null,
  notice_seconds: 0,
  is_transferable: true,
  is_paused: false,
  paused_at: null,
  sold_out_at: null,
  is_cap_frozen: false,
  is_metadata_frozen: false,
  manifest_hash: null,
  holders: 9,
  unique_minters: 9,
  volume_wei: '0',
  commitments: [],
  status: 'confirmed',
  hidden: false,
  created_block: '1',
  created_tx: hash,
})

const whole = {
  chain_alias: 'local',
  contract_address: address,
  token_id: '148',
  name: 'Low Sun #148',
  image,
  animation_url: null,
  owner: address,
  quantity: 1,
  minted_at: '2026-11-02T00:00:00Z',
  mint_tx: hash,
  description: '',
  attributes: [],
  is_revealed: true,
  provenance_hash: null,
  owner_account: { ...creator, quantity: 4 },
  existing: 212,
  burned: 0,
  holders: 9,
  burned_at: null,
  burned_by: null,
  burn_tx: null,
  previous_id: '147',
  next_id: '149',
  place: 65,
}

/** Returns the server-rendered token dialog: its markup, and its text content. */
async function renderDialog(token: Partial<typeof whole> | object | null, id = '148') {
  const answer = token && { data: tokenDetails.parse({ ...whole, ...token }) }
  const answers: Boot['answers'] = [
    ['/api/config', { data: config }],
    ['/api/currency/list', { data: [] }],
    ['/api/contract/local/low-sun', { data: shown }],
    [`/api/contract/local/low-sun/tokens/${id}`, answer],
  ]
  const url = `/collection/local/low-sun?token=${id}`
  const { html, status } = await renderPage(url, { route: 'collection', answers })
  const dialog = /<dialog.*<\/dialog>/s.exec(html)?.[0] ?? ''
  const words = dialog.replace(/<!-- -->|<\/?bdi>/g, '').replace(/<[^>]*>/g, '\n')
  return { html, dialog, status, words: words.replace(/\n+/g, '\n') }
}

test('a token renders open over its collection, with its name in the title', async () => {
  const { html, dialog, words } = await renderDialog({})
  expect(html).toContain('<title>Print Room | Low Sun #148</title>')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(dialog).toContain('<dialog open=""')
  expect(words).toContain('saltbox\nOwner, holds 4 Low Sun')
  expect(words).toContain('65 of 212')
  expect(dialog).toContain('href="/collection/local/low-sun?token=149"')
  expect(dialog).toContain(`href="https://lens.example/token/${address}?a=148"`)
})

test('traits show how many existing tokens share each, never a rank', async () => {
  const { words } = await renderDialog({
    attributes: [
      { trait_type: 'Tide', value: 'Spring', tokens: 61 },
      { trait_type: 'Weather', value: 'Fog', tokens: null },
    ],
  })
  expect(words).toContain('Tide\nSpring\n61\n of 212, 28.8%')
  expect(words).toContain('Weather\nFog\n')
  expect(words).toContain('Percentages are of the 212 items that exist.')
})

test('a text of its own stands above the traits, that of the collection does not', async () => {
  const { words } = await renderDialog({ description: 'The third of six.' })
  expect(words).toContain('The third of six.')
  const { dialog } = await renderDialog({})
  expect(dialog).not.toContain('token-text')
})

test('an unrevealed token shows a blank plate and its commitment', async () => {
  const { dialog, words } = await renderDialog({
    is_revealed: false,
    provenance_hash: hash,
  })
  expect(dialog).toContain('Blank plate, not revealed yet')
  expect(dialog).not.toContain('<img src="/plates/local-')
  expect(words).toContain('Picture and traits appear at the reveal.')
  expect(words).toContain('saltbox decides when.')
  expect(words).toContain('hash 0x7777…7777')
})

test('a placeholder image of the collection replaces the blank plate', async () => {
  const file = '/files/placeholder'
  const picture = {
    url: file,
    small_url: file,
    medium_url: file,
    original_url: file,
    is_plate: false,
  }
  const { dialog } = await renderDialog({
    image: picture,
    is_revealed: false,
    provenance_hash: hash,
  })
  expect(dialog).toContain('src="/files/placeholder"')
  expect(dialog).not.toContain('Blank plate')
})

test('a burned token names the burner and the time', async () => {
  const burned_at = '2026-11-16T10:20:00Z'
  const { dialog, words } = await renderDialog({
    ...{ owner: null, owner_account: null, place: null },
    ...{ burned_at, burned_by: address, burn_tx: hash },
  })
  expect(words.replaceAll('\u00a0', ' ')).toContain(
    '0x2671…ac70\n burned it on Mon 16 Nov, 10:20 UTC. That cannot be undone.',
  )
  expect(dialog).toContain('class="gone"')
})

test('a number that was never minted names the existing range', async () => {
  const { words, html } = await renderDialog(null, '900')
  expect(words).toContain('#900 hasn’t been minted')
  expect(words).toContain('212 of 500 are minted so far. Tokens go from 1 to 212.')
  expect(html).toContain('<title>Print Room | Low Sun</title>')
})

test('locks what the contract holds, and nothing else', async () => {
  const rows = async (changes: Partial<Collection>, promised: string[]) => {
    const kinds = [
      'supply',
      'metadata',
      'royalty',
      'transfers',
      'notice',
      'pausing',
      'owner',
    ] as const
    const commitments = kinds.map((kind) => {
      const is_promised = promised.includes(kind)
      return { kind, is_promised, since_block: is_promised ? '7' : null }
    })
    const { html } = await renderPage('/collection/local/low-sun', {
      route: 'collection',
      answers: [
        ['/api/config', { data: config }],
        ['/api/currency/list', { data: [] }],
        ['/api/contract/local/low-sun', { data: { ...shown, ...changes, commitments } }],
      ],
    })
    const list = /<section class="card commit">.*?<\/section>/s.exec(html)?.[0] ?? ''
    return list
      .replace(/<svg.*?<\/svg>|<!-- -->/gs, '')
      .replace(/<[^>]*>/g, '|')
      .replace(/\|+/g, '|')
  }
  const none = await rows({ notice_seconds: 0, is_transferable: false }, ['transfers'])
  expect(none).toContain(
    '|Notice.| Everything can change immediately, also during a live phase.|not guaranteed|',
  )
  expect(none).toContain(
    '|Transfers.| Never. An item stays with the wallet it was minted to.|since block 7|',
  )
  const noticed = await rows({ notice_seconds: 86_400 }, ['notice', 'owner'])
  expect(noticed).toContain(
    '|Live phases.| A live phase can only get better for you immediately. Worse terms wait 24 hours.|since block 7|',
  )
  expect(noticed).toContain(
    '|Pausing.| The owner can pause minting immediately, also during a live phase.|not guaranteed|',
  )
  expect(noticed).toContain('cannot move items.|since block 7|')
  const royalty = { royalty_bps: 500, royalty_ceiling_bps: 750 }
  expect(await rows(royalty, ['royalty'])).toContain(
    '|Royalty.| 5% now, never more than 7.5%. Royalties go to the owner.|since block 7|',
  )
  const split = { ...royalty, royalty_split: `0x${'5'.repeat(40)}` } as const
  expect(await rows(split, ['royalty'])).toContain(
    '|Royalty.| 5% now, never more than 7.5%. Royalties go to a contract that splits them among its payees. Neither can ever change.|since block 7|',
  )
})
