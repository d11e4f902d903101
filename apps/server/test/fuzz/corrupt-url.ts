import { edgeNames, edgeText, tenKilobytes } from './edge-values.ts'
import type { Corruption } from './fixtures.ts'
import { asItIs } from './request.ts'

export const query: Corruption = (parts, fixtures, prng) => {
  const names = parts.query.map(([name]) => name)
  const name =
    names.length > 0 && prng.chance(0.7) ? prng.pick(names) : prng.pick(edgeNames)
  const value = prng.chance(0.1) ? tenKilobytes : edgeText(fixtures, prng)
  if (prng.chance(0.3)) return void parts.query.push([name, value])
  const others = parts.query.filter(([other]) => other !== name)
  parts.query = prng.chance(0.15) ? others : [...others, [name, value]]
}

export const repeated: Corruption = (parts, _fixtures, prng) => {
  const [first] = parts.query
  if (first) parts.query.push(prng.chance(0.5) ? first : [first[0], 'another'])
  else
    parts.query = [
      ['page', '1'],
      ['page', '2'],
    ]
}

export const unknownParameter: Corruption = (parts, fixtures, prng) => {
  parts.query.push([prng.pick(edgeNames), edgeText(fixtures, prng)])
}

/** Returns a received cursor with other content. */
export const cursor =
  (path: string): Corruption =>
  (parts, fixtures, prng) => {
    const given = fixtures.cursors.get(path) ?? ''
    const inside = Buffer.from(given, 'base64url').toString()
    const pieces = inside.split(/([\w.-]+)/)
    const place = prng.whole(0, pieces.length - 1)
    const piece = prng.pick([...oddPlaces, edgeText(fixtures, prng)])
    const text = prng.chance(0.2) ? piece : pieces.with(place, piece).join('')
    const others = parts.query.filter(([name]) => name !== 'page' && name !== 'cursor')
    parts.query = [...others, ['cursor', Buffer.from(text).toString('base64url')]]
  }

const oddPlaces = [
  '0',
  '-1',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(30),
  '1e400',
  '1.5',
  '-0',
  'NaN',
  'Infinity',
  '-infinity',
  '253402300800000000',
  '9007199254740993',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '[]',
  '{}',
  '""',
]

export const path: Corruption = (parts, fixtures, prng) => {
  const name = prng.pick(Object.keys(parts.params))
  parts.params[name] = prng.chance(0.2)
    ? asItIs +
      prng.pick([
        '%zz',
        '%00',
        '%c0%ae',
        '%',
        '..',
        '.',
        '%2e%2e%2f',
        'a/b',
        '%2f',
        '%0d%0a',
      ])
    : edgeText(fixtures, prng)
}

/** Ids of resources of another user, or of none. */
export const foreign: Corruption = ({ params }, fixtures, prng) => {
  const ids = [
    fixtures.foreign.draft,
    fixtures.foreign.session,
    fixtures.draft,
    crypto.randomUUID(),
  ]
  if ('contract_id' in params) params.contract_id = prng.pick(ids)
  else if ('id' in params) params.id = prng.pick(ids)
  else if ('contract_address' in params) {
    params.contract_address = prng.pick([fixtures.foreign.hidden, 'hidden-shore', ...ids])
  } else if ('chain_alias' in params)
    params.chain_alias = prng.pick(['local-two', 'mars'])
  if ('chain_alias' in params && prng.chance(0.2)) params.chain_alias = 'local-two'
}

export const address: Corruption = (parts, _fixtures, prng) => {
  parts.path = prng.pick([
    `${parts.path}/`,
    `${parts.path}/x.css`,
    `/${parts.path}`,
    `${parts.path}/../..${parts.path}`,
    parts.path.toUpperCase(),
    parts.path.replace('/api', '/API'),
    `${parts.path};x=1`,
    `${parts.path}%00`,
    `${parts.path}#x`,
    parts.path.replace(/\/[^/]*$/, ''),
  ])
}
