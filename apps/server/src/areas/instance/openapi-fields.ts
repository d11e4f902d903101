import { type JsonSchema, withoutNull } from './openapi-schema.ts'

type Field = { means?: string; example?: unknown }

/** Meanings of API fields, and an example value of each. */
const fields: Record<string, Field> = {
  access_token: { example: 'plm_…' },
  account_chain: {
    means: 'Network of a contract account, which exists on this network only.',
    example: 'local',
  },
  address: { means: 'Address of a wallet, in any letter case.' },
  alias: { means: 'Slug that can be used instead of the address.', example: 'tidewater' },
  avatar: { means: 'Picture of the user: PNG, JPEG, WebP, GIF or AVIF.' },
  avatar_url: { example: '/files/0f6b43.webp' },
  balance_wei: { example: '10000000000000000000' },
  received_wei: { example: '10000000000000000000' },
  bio: { example: 'Prints by the sea.' },
  bps: { means: 'Basis points: 100 are one percent.', example: 10_000 },
  chain: { means: 'Aliases of networks, separated by commas.', example: 'local' },
  chain_alias: { means: 'Alias of the network.', example: 'local' },
  chain_id: { means: 'Id of the network.', example: 31_337 },
  format: { means: 'The encoding of the reply.', example: 'json' },
  lines: {
    means: 'Some of mints, referrals and withdrawals, separated by commas.',
    example: 'mints,referrals',
  },
  connector: {
    means: 'Connector that signed, shown in the list of sessions.',
    example: 'demo',
  },
  contract_address: { means: 'Address of the collection, or its slug.' },
  contract_id: {
    means: 'Id of the draft.',
    example: '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a77',
  },
  cover: { means: 'Wide picture: PNG, JPEG, WebP, GIF or AVIF.' },
  creator: { means: 'Address of the creator.' },
  currency: { example: 'local:native' },
  cursor: { means: 'Start of the next page, taken from `meta` of the last one.' },
  data: { means: 'The fields as JSON.' },
  description: { example: 'Sixty prints of one coast.' },
  email: { example: 'ada@example.org' },
  end: { means: 'When it ends; not part of it.', example: '2026-02-28T18:00:00Z' },
  expires_at: { example: '2026-01-31T18:05:00Z' },
  explain: { means: 'Adds the terms of the score.' },
  id: { means: 'Id of the session.', example: '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a78' },
  image: { means: 'Picture of the collection: PNG, JPEG, WebP, GIF or AVIF.' },
  instagram_link: { example: 'https://www.instagram.com/ada' },
  github_link: { example: 'https://github.com/ada' },
  lens_link: { example: 'https://hey.xyz/u/adaprints' },
  twitter_link: { example: 'https://x.com/ada' },
  warpcast_link: { example: 'https://warpcast.com/ada' },
  website_link: { example: 'https://ada.example.org' },
  locale: { means: 'Language of the texts; English by default.', example: 'en' },
  max_per_wallet: { example: 3 },
  max_supply: { means: 'Most tokens there can be; null: no cap.', example: 100 },
  message: { means: 'Text that the wallet signs.', example: 'Sign in to Platemark …' },
  minted: { example: 12 },
  name: { example: 'Tidewater' },
  nonce: { means: 'The nonce of the text.', example: 'k3J9xQ2mZ7pL' },
  q: { means: 'Part of a name.', example: 'tide' },
  quiz_version: { means: 'Version of the quiz.', example: '5c5c5c5c5c5c5c5c' },
  page: { means: 'Number of the page, from 1.', example: '1' },
  part: {
    means: 'SHA-256 of the body, 64 hexadecimal digits.',
    example: '5c'.repeat(32),
  },
  per_page: { example: 24 },
  phase_id: {
    means: '0 to 254 for allowlist phases, 255 for the public one.',
    example: 255,
  },
  royalty_receiver: {
    means: 'Where royalties go, permanently: the owner, or a contract that splits them.',
    example: 'owner',
  },
  commitment: { means: 'Hash that fixes the order of a hidden set (docs/reveal.md).' },
  secret: { means: 'Secret of the reveal, 32 bytes.' },
  works_of: {
    means: 'Id of a draft with the works of the collection.',
    example: '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a81',
  },
  keeps_camera_data: {
    means:
      'True: location and camera data stays in the files that are uploaded from then on.',
    example: false,
  },
  picture_notes: {
    means:
      'What was taken out of the pictures or is missing in them, by file: a sentence each.',
  },
  price_wei: {
    means: 'Wei for one token, without the mint fee.',
    example: '10000000000000000',
  },
  search: {
    means: 'At least 2 characters of a name, symbol or slug, 6 of an address, or a link.',
    example: 'tide',
  },
  set_hash: {
    means: 'SHA-256 of the manifest of the works in the order of the set.',
    example: '5c'.repeat(32),
  },
  sha256: { example: '5c'.repeat(32) },
  signature: { means: 'EIP-191 signature of the text.', example: `0x${'1b'.repeat(65)}` },
  sort_by: { means: 'Order of the list.' },
  start: { means: 'When it begins.', example: '2026-01-31T18:00:00Z' },
  state: {
    means:
      'State at the time of the reply. `unreadable`: a record of the contract could not be applied, so that the other fields may be wrong; it is in no list and cannot be minted here.',
    example: 'live',
  },
  symbol: { example: 'TIDE' },
  time_zone: { example: 'Europe/Berlin' },
  time_interval: { means: 'Window of the orders popular, minted, volume and newest.' },
  title: { example: 'Everyone' },
  token_id: { means: 'Id of the token.', example: '1' },
  total: { example: 1 },
  upload_id: {
    means: 'Id of the upload.',
    example: '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a80',
  },
  url: { example: 'https://example.org/' },
  username: { example: 'ada' },
  value: { example: '0' },
}

const links = ['website', 'x', 'discord', 'instagram', 'farcaster']

/** Returns the meaning of a field, where its name does not explain it. */
export function describeField(name: string): string | undefined {
  return fields[name]?.means
}

/** Returns a value that fits the schema and the field's name. */
export function toExample(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  const solid = withoutNull(schema)
  if (solid !== schema) return toExample(solid, name)
  const [choice] = schema.enum ?? []
  if (choice !== undefined) return choice
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant) return toExample(variant, name)
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return schema.items ? [toExample(schema.items, name.replace(/s$/, ''))] : []
    case 'string':
      return textOf(schema, name)
    case 'number':
    case 'integer':
      return numberOf(schema, name)
    case 'boolean':
      return schema.default ?? false
    default:
      return null
  }
}

function objectOf({ properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, toExample(schema, name)]),
  )
}

/** Examples of values that are recognised by their pattern. */
const written: [rule: RegExp, value: string][] = [
  [/:0x\[0-9a-fA-F\]\{40\}/, 'local:0x1d3A5c2bE0A54d5fB1C6F2cE8a1b4F6d7e9C0a12'],
  [/\[0-9a-fA-F\]\{40\}/, '0x1d3A5c2bE0A54d5fB1C6F2cE8a1b4F6d7e9C0a12'],
  [/\^\[0-9a-f\]\{32\}/, '5c'.repeat(16)],
  [/\^0x\(\[0-9a-fA-F\]\{2\}\)/, `0x${'1b'.repeat(65)}`],
  [/\[0-9a-f\]\{64\}/, `0x${'5c'.repeat(32)}`],
  [/^\^0\$\|\^\[1-9\]|\(0\|\[1-9\]/, '1'],
]

function textOf(
  { pattern = '', format, default: usual }: JsonSchema,
  name: string,
): string {
  const known = links.includes(name) ? 'https://example.org/' : fields[name]?.example
  if (typeof known === 'string' && new RegExp(pattern, 'u').test(known)) return known
  if (typeof usual === 'string') return usual
  if (format === 'date-time') return '2026-01-31T18:00:00Z'
  if (format === 'uuid') return '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a77'
  if (name === 'contract_address') return '0x1d3A5c2bE0A54d5fB1C6F2cE8a1b4F6d7e9C0a12'
  return written.find(([rule]) => rule.test(pattern))?.[1] ?? name.replaceAll('_', ' ')
}

function numberOf(schema: JsonSchema, name: string): number {
  const { maximum = Number.MAX_VALUE, exclusiveMinimum = -1, default: usual } = schema
  const minimum = Math.max(schema.minimum ?? 0, exclusiveMinimum + 1)
  const known = fields[name]?.example
  if (typeof known === 'number' && known >= minimum && known <= maximum) return known
  return typeof usual === 'number' ? usual : minimum
}
