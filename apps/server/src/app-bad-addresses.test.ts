import type { Endpoint } from '@platemark/api/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalid, openBadInput, type Refusal, unreadable } from '../test/bad-input.ts'
import { endpointKey, type Sample } from '../test/calls.ts'
import {
  type JsonSchema,
  toJsonSchema,
  withoutNull,
} from './areas/instance/openapi-schema.ts'

let input: Awaited<ReturnType<typeof openBadInput>>

beforeAll(async () => {
  input = await openBadInput()
})
afterAll(() => input.close())

const parametersOf = ({ query }: Endpoint): [string, JsonSchema][] =>
  query ? Object.entries(toJsonSchema(query, 'input').properties ?? {}) : []

const withQuery = (good: Sample, more: Record<string, string>): Sample => ({
  ...good,
  query: { ...good.query, ...more },
})

const withParam = (good: Sample, more: Record<string, string>): Sample => ({
  ...good,
  params: { ...good.params, ...more },
})

describe('a page', () => {
  test.each(['0', '-1', '1.5', '1e9', '01', '', 'one', '10000000000', '1 '])(
    'is a whole number from 1, and not "%s"',
    async (page) => {
      await input.expectRefused((endpoint, good) => {
        const hasPage = parametersOf(endpoint).some(([name]) => name === 'page')
        return hasPage
          ? [{ sample: withQuery(good, { page }), expected: invalid('page') }]
          : []
      }, 5)
    },
  )
})

describe('a parameter', () => {
  test('repeated is refused by its name', async () => {
    await input.expectRefused(
      (endpoint, good) =>
        parametersOf(endpoint).map(([name]) => ({
          sample: { ...good, query: {} },
          request: (options) => ({
            ...options,
            url: `${options.url}?${queryOf(good, name)}${name}=1&${name}=2`,
          }),
          expected: invalid(name),
        })),
      10,
    )
  })

  test('with a value outside the allowed ones is refused by its name', async () => {
    await input.expectRefused(
      (endpoint, good) =>
        parametersOf(endpoint).flatMap(([name, schema]) => {
          const isChoice = withoutNull(schema).enum !== undefined || name === 'chain'
          return isChoice
            ? [{ sample: withQuery(good, { [name]: 'best' }), expected: invalid(name) }]
            : []
        }),
      4,
    )
  })

  test('of 10 kB is refused by its name', async () => {
    await expectEachRefused('long '.repeat(2048), () => true)
  })

  test('of a null byte is refused by its name, except in a check of a name', async () => {
    await expectEachRefused('pla\0tes', (name) => name !== CHECKED)
    const checked = await input.server.get('/api/names/check?name=pla%00tes')
    expect([checked.status, checked.data.status]).toEqual([200, 'invalid'])
  })

  test('of a line break is a blank in a search, and refused everywhere else', async () => {
    const isTried = (name: string) => ![CHECKED, 'search', 'q'].includes(name)
    await expectEachRefused('a\r\nset-cookie: a=b', isTried)
    const found = await input.server.get('/api/contract/list?search=a%0D%0Aset-cookie')
    expect([found.status, found.data]).toEqual([200, []])
  })

  test('of quotes is text in a search, and refused everywhere else', async () => {
    const isTried = (name: string) => ![CHECKED, 'search', 'q'].includes(name)
    await expectEachRefused(`' or "1"="1`, isTried)
    const found = await input.server.get(
      `/api/contract/list?search=${encodeURIComponent(`' or "1"="1`)}`,
    )
    expect([found.status, found.data]).toEqual([200, []])
  })

  test('that is unknown is refused by its name', async () => {
    await input.expectRefused(
      (endpoint, good) =>
        isStrict(endpoint)
          ? [
              {
                sample: withQuery(good, { utm_source: 'x' }),
                expected: invalid('utm_source'),
              },
            ]
          : [],
      30,
    )
  })

  test.each(['__proto__', 'constructor'])(
    'named %s makes the call unreadable',
    async (name) => {
      await input.expectRefused(
        (endpoint, good) =>
          isStrict(endpoint)
            ? [{ sample: withQuery(good, { [name]: '1' }), expected: unreadable }]
            : [],
        30,
      )
    },
  )
})

/** Parameter of `GET /api/names/check`, which answers any text. */
const CHECKED = 'name'

/** Expects that the value is refused, with its name, for each parameter that `isTried` selects. */
function expectEachRefused(value: string, isTried: (name: string) => boolean) {
  return input.expectRefused(
    (endpoint, good) =>
      parametersOf(endpoint)
        .filter(([name]) => isTried(name))
        .map(([name]) => ({
          sample: withQuery(good, { [name]: value }),
          expected: invalid(name),
        })),
    10,
  )
}

/** Marketplaces append their own parameters to metadata URLs. */
const isStrict = ({ path }: Endpoint) => path.startsWith('/api/')

function queryOf({ query = {} }: Sample, without: string): string {
  const rest = Object.entries(query).filter(([name]) => name !== without)
  return rest.map(([name, value]) => `${name}=${encodeURIComponent(value)}&`).join('')
}

describe('a part of the path', () => {
  const each = (name: string, values: Record<string, Refusal>) =>
    input.expectRefused(
      (_, good) =>
        good.params && name in good.params
          ? Object.entries(values).map(([value, expected]) => ({
              sample: withParam(good, { [name]: value }),
              expected,
            }))
          : [],
      1,
    )

  test('that names an unknown network is refused as unknown', async () => {
    await each('chain_alias', { mars: [404, 'unknown_chain'] })
  })

  test('that cannot name a network is refused, except by the faucet, which knows none', async () => {
    const values = ['__proto__', "' or 1=1; --", 'LOCAL', '\0', '\r\n', 'a'.repeat(60)]
    await input.expectRefused(({ path }, good) => {
      if (!good.params?.chain_alias) return []
      const isFaucet = path.startsWith('/api/faucet')
      const expected: Refusal = isFaucet ? [404, 'unknown_chain'] : invalid('chain_alias')
      return values.map((chain_alias) => ({
        sample: withParam(good, { chain_alias }),
        expected,
      }))
    }, 40)
  })

  test('that names no collection is not found, or refused if it cannot be a name', async () => {
    await each('contract_address', {
      [`0x${'7'.repeat(40)}`]: [404, 'not_found'],
      __proto__: invalid('contract_address'),
      "' or 1=1; --": invalid('contract_address'),
      '0x\0': invalid('contract_address'),
      'a\r\nb': invalid('contract_address'),
      ['a'.repeat(150)]: invalid('contract_address'),
    })
  })

  test('that names no draft is not found, and refused if it is no id', async () => {
    await each('contract_id', {
      [crypto.randomUUID()]: [404, 'not_found'],
      '00000000-0000-0000-0000-000000000000': [404, 'not_found'],
      '1': invalid('contract_id'),
      "' or 1=1; --": invalid('contract_id'),
      'a\0': invalid('contract_id'),
      '\r\n': invalid('contract_id'),
    })
  })

  test('that names another creator\u2019s draft responds like a missing one', async () => {
    await input.expectRefused((_, good, { draft }) => {
      const isDraft = good.params && 'contract_id' in good.params
      const sample = withParam(good, { contract_id: draft })
      return isDraft ? [{ sample, expected: [404, 'not_found'] }] : []
    }, 8)
  })

  test('that names another\u2019s session responds like a missing one', async () => {
    await input.expectRefused((_, good, { session }) => {
      const isSession = good.params && 'id' in good.params
      const sample = withParam(good, { id: session })
      return isSession ? [{ sample, expected: [404, 'not_found'] }] : []
    }, 1)
  })

  test('that names no session is not found, and refused if it is no id', async () => {
    await each('id', {
      [crypto.randomUUID()]: [404, 'not_found'],
      '1': invalid('id'),
      'a\0': invalid('id'),
    })
  })

  test('that is no wallet address is refused', async () => {
    await each('address', {
      '0x': invalid('address'),
      "' or 1=1; --": invalid('address'),
      '\0': invalid('address'),
    })
  })

  test('that is no token id is refused, and one that was never minted is not found', async () => {
    await each('token_id', {
      '-1': invalid('token_id'),
      '1.5': invalid('token_id'),
      '1e9': invalid('token_id'),
      '1\0': invalid('token_id'),
      ['9'.repeat(79)]: invalid('token_id'),
      ['9'.repeat(70)]: [404, 'not_found'],
    })
  })

  test('that is invalid UTF-8 makes the call unreadable', async () => {
    for (const part of ['%zz', '%c0%ae', '%']) {
      await input.expectRefused(
        ({ path }, good) =>
          good.params
            ? [
                {
                  sample: good,
                  request: (options) => ({
                    ...options,
                    url: path.replaceAll(/:\w+/g, part),
                  }),
                  expected: unreadable,
                },
              ]
            : [],
        20,
      )
    }
  })
})

describe('a method', () => {
  test.each(['PUT', 'PATCH', 'DELETE'] as const)(
    '%s is taken by no other call',
    async (method) => {
      await input.expectRefused(
        ({ path }, sample) =>
          input.endpoints.some((one) => one.path === path && one.method === method)
            ? []
            : [
                {
                  sample,
                  request: ({ url }) => ({ method, url: String(url) }),
                  expected: [405, 'method_not_allowed'],
                },
              ],
        40,
      )
    },
  )
})

test('every call received bad input of some kind', () => {
  expect([...input.reached].toSorted()).toEqual(
    input.endpoints.map(endpointKey).toSorted(),
  )
})
