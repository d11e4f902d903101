import { listCollections } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overload } from '../../apps/server/src/http/overload.ts'
import { type TestServer, testServer } from '../../apps/server/test/server.ts'
import { connectApi } from './api.ts'

let server: TestServer
let url: string

beforeAll(async () => {
  server = await testServer({})
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

/** Has the server refuse reads as if it had too much to do; returns how many it refused. */
function refuse(most: number, retryAfter: number) {
  const { overload } = server.app
  const { admit } = overload
  let refused = 0
  overload.admit = (...call: Parameters<Overload['admit']>) => {
    if (refused === most) return admit(...call)
    refused += 1
    throw new Problem('busy', undefined, { retryAfter })
  }
  return {
    end() {
      overload.admit = admit
      return refused
    },
  }
}

const query = { page: '1', sort_by: 'newest', time_interval: 'all' } as const
const list = () => connectApi(url).call(listCollections, { query })

test('sends a read again that a busy server refused, after the time it names', async () => {
  const refusal = refuse(1, 1)
  const began = performance.now()
  expect(await list()).toEqual([])
  expect(performance.now() - began).toBeGreaterThan(990)
  expect(refusal.end()).toBe(1)
})

test('gives a read up that is refused again and again', async () => {
  const refusal = refuse(1000, 0)
  await expect(list()).rejects.toMatchObject({ code: 'busy' })
  expect(refusal.end()).toBe(10)
})
