import { getUser, updateUser } from '@platemark/api/profile'
import { sql } from 'kysely'
import { type Address, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const update = (body: unknown, as: Address = ada.address) =>
  server.post(updateUser.path, body, { as })

/** Moves the last change of a username this many days back. */
const daysPass = (days: number) =>
  sql`update users set username_changed_at = username_changed_at - ${days} * interval '1 day'`.execute(
    server.database,
  )

const rowOf = (address: string) =>
  server.database
    .selectFrom('users')
    .selectAll()
    .where('address', '=', address.toLowerCase())
    .executeTakeFirstOrThrow()

const people = (count: number) =>
  Array.from(
    { length: count },
    (_, index): Address => `0x${keccak256(toHex(`person ${index}`)).slice(26)}`,
  )

const whole = {
  username: 'ada',
  email: 'ada@example.org',
  bio: 'Draws rivers.\nAnd bridges.',
  website_link: 'https://example.org/',
  twitter_link: 'https://x.com/ada',
  instagram_link: 'https://instagram.com/ada',
  warpcast_link: 'https://farcaster.xyz/ada',
  lens_link: 'https://hey.xyz/u/ada_1',
  github_link: 'https://github.com/ada',
}

describe('the fields', () => {
  test('are saved and returned in normal form', async () => {
    const { status, data, headers } = await update({
      ...whole,
      username: ' Ada ',
      twitter_link: '@ada',
      lens_link: 'https://lens.xyz/u/Ada_1',
    })
    expect([status, data]).toEqual([200, expect.objectContaining(whole)])
    expect(headers['cache-control']).toBe('no-store')
    expect((await server.get(getUser.path, { as: ada })).data).toEqual(data)
  })

  test('stay as they are when absent, and are cleared by null or an empty text', {
    timeout: 120_000,
  }, async () => {
    for (const field of Object.keys(whole)) {
      for (const nothing of [null, '', ' ']) {
        await server.reset()
        await update(whole)
        const { status, data } = await update({ [field]: nothing })
        expect([field, status]).toEqual([field, 200])
        expect(data).toMatchObject({ ...whole, [field]: null })
      }
    }
  })

  test('change nothing when none is sent', async () => {
    const before = (await update(whole)).data
    expect((await update({})).data).toEqual(before)
  })

  test('are all reported when wrong, and nothing is saved', async () => {
    await update(whole)
    const { status, error } = await update({
      username: 'a',
      email: 'nowhere',
      bio: 'x'.repeat(301),
      website_link: 'http://example.org',
      twitter_link: 'https://evil.example/ada',
      instagram_link: '..',
      warpcast_link: 'https://warpcast.com/',
      lens_link: 'abc',
      github_link: 'a--b',
    })
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(error?.fields).toEqual({
      username: ['Use 3-30 letters, digits or underscores.'],
      email: ['Enter a valid e-mail address.'],
      bio: ['At most 300 characters.'],
      website_link: ['Enter an https address.'],
      twitter_link: ['Enter an X profile, for example https://x.com/name.'],
      instagram_link: [
        'Enter an Instagram profile, for example https://instagram.com/name.',
      ],
      warpcast_link: [
        'Enter a Farcaster profile, for example https://farcaster.xyz/name.',
      ],
      lens_link: ['Enter a Lens profile, for example https://hey.xyz/u/name.'],
      github_link: ['Enter a GitHub profile, for example https://github.com/name.'],
    })
    expect((await update({ bio: 'New.', email: 'nowhere' })).status).toBe(422)
    expect((await server.get(getUser.path, { as: ada })).data).toMatchObject(whole)
  })
})

describe('a username', () => {
  const sentence = async (username: string, as?: Address) => {
    const { status, error } = await update({ username }, as)
    return status === 200 ? 200 : error?.fields?.username?.[0]
  }

  test('belongs to one user, in any letter case', async () => {
    await update({ username: 'ada' })
    expect(await sentence('ADA', bob.address)).toBe('This username is taken.')
    expect((await rowOf(bob.address)).username).toBeNull()

    await update({ username: null })
    expect(await sentence('ada', bob.address)).toBe(200)
  })

  test('belongs to one user when 64 request it at once', async () => {
    const wanting = people(64)
    for (const person of wanting) await server.tokenOf(person)
    const answers = await Promise.all(
      wanting.map((person) => update({ username: 'only', bio: 'Mine.' }, person)),
    )
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const { status, error } of answers) {
      if (status === 200) continue
      expect([status, error?.fields]).toEqual([
        422,
        { username: ['This username is taken.'] },
      ])
    }
    const { rows } = await sql`select 1 from users where bio = 'Mine.'`.execute(
      server.database,
    )
    expect(rows).toHaveLength(1)
  })

  test('can be chosen, corrected once, and then changed every seven days', async () => {
    expect((await update({ username: 'adda' })).data.username_fixed_until).toBeNull()
    const { data } = await update({ username: 'ada' })
    const until = new Date(data.username_fixed_until)
    const days = (until.getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)

    const date = until.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    expect(await sentence('eve')).toBe(`You can change it again on ${date}.`)
    await daysPass(6.9)
    expect(await sentence('eve')).toContain('You can change it again on ')
    await daysPass(0.2)
    expect((await server.get(getUser.path, { as: ada })).data).toMatchObject({
      username: 'ada',
      username_fixed_until: null,
    })
    expect(await sentence('eve')).toBe(200)
    expect(await sentence('ada')).toContain('You can change it again on ')
  })

  test('stays when it is sent again unchanged, with everything else', async () => {
    await update({ username: 'adda' })
    await update({ username: 'ada' })
    const { status, data } = await update({ ...whole, bio: 'Other.' })
    expect([status, data.username, data.bio]).toEqual([200, 'ada', 'Other.'])
  })

  test('can be removed at any time, which counts as a change but never extends the period', async () => {
    await update({ username: 'ada' })
    const { data } = await update({ username: null })
    expect(data.username).toBeNull()
    expect(data.username_fixed_until).not.toBeNull()
    expect(await sentence('eve')).toContain('You can change it again on ')

    await daysPass(7)
    expect(await sentence('eve')).toBe(200)
    await daysPass(3)
    const before = (await rowOf(ada.address)).username_changed_at
    expect((await update({ username: null })).status).toBe(200)
    expect((await rowOf(ada.address)).username_changed_at).toEqual(before)
  })

  test('changes once, however many changes come at once', async () => {
    await update({ username: 'first' })
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => update({ username: `name_${index}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each(['admin', 'Settings', 'studio', 'api', 'sup_port', 'platemark'])(
    'cannot be %s',
    async (username) => {
      expect(await sentence(username)).toBe('This username is reserved.')
    },
  )

  test("cannot be a reserved word or the product's name", async () => {
    const other = await testServer({
      product_name: 'Low Sun',
      reserved_usernames: ['curator'],
      limits: { username_days: 1 },
    })
    const change = (username: string) =>
      other.post(updateUser.path, { username }, { as: bob })
    for (const username of ['curator', 'low_sun', 'lowsun']) {
      expect((await change(username)).error?.fields).toEqual({
        username: ['This username is reserved.'],
      })
    }
    expect((await change('admin')).status).toBe(200)
    const { data } = await change('bobby')
    const days = (Date.parse(data.username_fixed_until) - Date.now()) / 86_400_000
    expect(days).toBeLessThan(1.1)
    await other.close()
  })

  test('stays with its user when it is reserved later', async () => {
    await server.tokenOf(ada)
    await server.database.updateTable('users').set({ username: 'admin' }).execute()
    expect((await update({ username: 'admin', bio: 'Still here.' })).data).toMatchObject({
      username: 'admin',
      bio: 'Still here.',
    })
  })
})

describe('other input', () => {
  test('is ignored, including every column of the table and a whole user', async () => {
    const { data } = await update(whole)
    const before = await rowOf(ada.address)
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'users'`.execute(server.database)
    const others = rows.map(({ name }) => name).filter((name) => !(name in whole))
    expect(others).toContain('address')
    const surplus = [...others, ...Object.keys(data), 'role', 'is_admin', 'toString']
    const names = surplus.filter((name) => !(name in whole))
    for (const value of ['0x1', 1, null, true, { a: 1 }, '2020-01-01T00:00:00Z']) {
      const { status } = await update(
        Object.fromEntries(names.map((name) => [name, value])),
      )
      expect([value, status]).toEqual([value, 200])
    }
    expect((await update({ ...data, balance: 1e9, id: 'x' })).status).toBe(200)
    const { updated_at: _, ...row } = before
    expect(await rowOf(ada.address)).toMatchObject(row)
  })

  test.each(['__proto__', 'constructor'])(
    'is refused under the name %s',
    async (name) => {
      await update(whole)
      const { status, error } = await server.send(
        {
          method: 'POST',
          url: updateUser.path,
          headers: { 'content-type': 'application/json' },
          payload: `{"bio":"New.","${name}":{"username":"eve"}}`,
        },
        { as: ada },
      )
      expect([status, error?.code]).toEqual([400, 'bad_request'])
      expect((await rowOf(ada.address)).bio).toBe(whole.bio)
    },
  )

  test.each([
    ['no JSON', '{', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['a list', '[]', 'application/json', 422],
    ['text', '"ada"', 'application/json', 422],
    ['a form', 'bio=New.', 'application/x-www-form-urlencoded', 415],
    ['too much', `{"bio":"${'a'.repeat(70_000)}"}`, 'application/json', 413],
  ])('is refused when it is %s', async (_, payload, type, expected) => {
    const { status } = await server.send(
      {
        method: 'POST',
        url: updateUser.path,
        headers: { 'content-type': type },
        payload,
      },
      { as: ada },
    )
    expect(status).toBe(expected)
  })
})

test('a user cannot be changed without a session', async () => {
  const { status, error } = await server.post(updateUser.path, { bio: 'New.' })
  expect([status, error?.code]).toEqual([401, 'unauthenticated'])
})

test('concurrent writers of different fields lose nothing', async () => {
  await update(whole)
  const fields = Object.entries({ ...whole, username: undefined, bio: 'Other.' })
    .filter(([, value]) => value !== undefined)
    .map(([field]) => field)
  await Promise.all(
    Array.from({ length: 64 }, (_, index) => {
      const field = fields[index % fields.length] ?? ''
      return update({ [field]: field === 'bio' ? 'Other.' : null })
    }),
  )
  const cleared = Object.fromEntries(fields.map((field) => [field, null]))
  expect(await rowOf(ada.address)).toMatchObject({
    ...cleared,
    bio: 'Other.',
    username: 'ada',
  })
})
