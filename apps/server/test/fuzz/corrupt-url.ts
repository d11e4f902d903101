import type { Way } from './corrupt-transport.ts'
import { oddNames, oddText, tenKilobytes } from './edge-values.ts'
import { asItIs } from './request.ts'

export const query: Way = (parts, things, dice) => {
  const names = parts.query.map(([name]) => name)
  const name =
    names.length > 0 && dice.chance(0.7) ? dice.pick(names) : dice.pick(oddNames)
  const value = dice.chance(0.1) ? tenKilobytes : oddText(things, dice)
  if (dice.chance(0.3)) return void parts.query.push([name, value])
  const others = parts.query.filter(([other]) => other !== name)
  parts.query = dice.chance(0.15) ? others : [...others, [name, value]]
}

export const repeated: Way = (parts, _things, dice) => {
  const [first] = parts.query
  if (first) parts.query.push(dice.chance(0.5) ? first : [first[0], 'another'])
  else
    parts.query = [
      ['page', '1'],
      ['page', '2'],
    ]
}

export const unknownParameter: Way = (parts, things, dice) => {
  parts.query.push([dice.pick(oddNames), oddText(things, dice)])
}

/** A bookmark that was given, with something else inside. */
export const cursor =
  (path: string): Way =>
  (parts, things, dice) => {
    const given = things.cursors.get(path) ?? ''
    const inside = Buffer.from(given, 'base64url').toString()
    const pieces = inside.split(/([\w.-]+)/)
    const place = dice.whole(0, pieces.length - 1)
    const piece = dice.pick([...oddPlaces, oddText(things, dice)])
    const text = dice.chance(0.2) ? piece : pieces.with(place, piece).join('')
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

export const path: Way = (parts, things, dice) => {
  const name = dice.pick(Object.keys(parts.params))
  parts.params[name] = dice.chance(0.2)
    ? asItIs +
      dice.pick([
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
    : oddText(things, dice)
}

/** Ids of what belongs to somebody else, or to nobody. */
export const foreign: Way = ({ params }, things, dice) => {
  const ids = [
    things.foreign.draft,
    things.foreign.session,
    things.draft,
    crypto.randomUUID(),
  ]
  if ('contract_id' in params) params.contract_id = dice.pick(ids)
  else if ('id' in params) params.id = dice.pick(ids)
  else if ('contract_address' in params) {
    params.contract_address = dice.pick([things.foreign.hidden, 'hidden-shore', ...ids])
  } else if ('chain_alias' in params)
    params.chain_alias = dice.pick(['local-two', 'mars'])
  if ('chain_alias' in params && dice.chance(0.2)) params.chain_alias = 'local-two'
}

export const address: Way = (parts, _things, dice) => {
  parts.path = dice.pick([
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
