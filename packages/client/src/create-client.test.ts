import { listHolders } from '@platemark/api/collection-reads'
import { listCollections } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'

const origin = 'https://mint.example.org'
const place = { chain_alias: 'local', contract_address: 'tidewater' }

/** A client of a server that answers these bodies in turn, and what it was asked. */
function clientOf(bodies: object[], status = 200) {
  const asked: URL[] = []
  const client = createClient({
    origin: `${origin}/`,
    fetch: async (url) => {
      asked.push(new URL(String(url)))
      return Response.json(bodies[asked.length - 1], { status })
    },
  })
  return { client, asked }
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

const page = (data: string[], next_cursor: string | null) => ({
  data,
  meta: { next_cursor },
})

test('asks for the next page by the cursor of the last one, and ends without one', async () => {
  const pages = [page(['a', 'b'], 'second'), page([], 'third'), page(['c'], null)]
  const { client, asked } = clientOf(pages)
  const rows = await all(client.rows(listHolders, { params: place, query: {} }))
  expect(rows).toEqual(['a', 'b', 'c'])
  const cursors = asked.map(({ searchParams }) => searchParams.get('cursor'))
  expect(cursors).toEqual([null, 'second', 'third'])
})

test('begins at the page that was asked for and goes on by cursor alone', async () => {
  const { client, asked } = clientOf([page(['a'], 'next'), page(['b'], null)])
  const query = { page: '3', sort_by: 'newest' } as const
  await all(client.rows(listCollections, { query }))
  expect(asked.map(({ search }) => search)).toEqual([
    '?page=3&sort_by=newest',
    '?sort_by=newest&cursor=next',
  ])
})

test('asks for no page that nobody reads', async () => {
  const { client, asked } = clientOf([page(['a', 'b'], 'second')])
  for await (const row of client.rows(listHolders, { params: place, query: {} })) {
    expect(row).toBe('a')
    break
  }
  expect(asked).toHaveLength(1)
})

test('takes an origin that ends in a slash', async () => {
  const { client, asked } = clientOf([{ data: [] }])
  await client.collections.listNewest()
  expect(asked[0]?.href).toBe(`${origin}/api/contract/newest`)
})

test('makes a problem of an answer that no Platemark gave', async () => {
  const { client } = clientOf([{ oops: true }], 502)
  const failed = await client.instance.getConfig().catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Problem)
  expect(failed).toMatchObject({ code: 'internal' })
})
