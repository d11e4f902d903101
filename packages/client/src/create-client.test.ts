import { listHolders } from '@platemark/api/collection-reads'
import { listCollections } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'

const origin = 'https://mint.example.org'
const params = { chain_alias: 'local', contract_address: 'tidewater' }

/** Creates a client of a server that returns these bodies in turn, and records its requests. */
function createTestClient(bodies: object[], status = 200) {
  const requests: URL[] = []
  const client = createClient({
    origin: `${origin}/`,
    fetch: async (url) => {
      requests.push(new URL(String(url)))
      return Response.json(bodies[requests.length - 1], { status })
    },
  })
  return { client, requests }
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

test('requests the next page by the cursor of the last one, and ends without one', async () => {
  const pages = [page(['a', 'b'], 'second'), page([], 'third'), page(['c'], null)]
  const { client, requests } = createTestClient(pages)
  const rows = await all(client.rows(listHolders, { params, query: {} }))
  expect(rows).toEqual(['a', 'b', 'c'])
  const cursors = requests.map(({ searchParams }) => searchParams.get('cursor'))
  expect(cursors).toEqual([null, 'second', 'third'])
})

test('begins at the requested page and continues by cursor alone', async () => {
  const { client, requests } = createTestClient([page(['a'], 'next'), page(['b'], null)])
  const query = { page: '3', sort_by: 'newest' } as const
  await all(client.rows(listCollections, { query }))
  expect(requests.map(({ search }) => search)).toEqual([
    '?page=3&sort_by=newest',
    '?sort_by=newest&cursor=next',
  ])
})

test('requests no page that is not read', async () => {
  const { client, requests } = createTestClient([page(['a', 'b'], 'second')])
  for await (const row of client.rows(listHolders, { params, query: {} })) {
    expect(row).toBe('a')
    break
  }
  expect(requests).toHaveLength(1)
})

test('accepts an origin with a trailing slash', async () => {
  const { client, requests } = createTestClient([{ data: [] }])
  await client.collections.listNewest()
  expect(requests[0]?.href).toBe(`${origin}/api/contract/newest`)
})

test('throws a problem for a response of another server', async () => {
  const { client } = createTestClient([{ oops: true }], 502)
  const failed = await client.instance.getConfig().catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Problem)
  expect(failed).toMatchObject({ code: 'internal' })
})
