import { once } from 'node:events'
import { endpoint } from '@platemark/api/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ada, type TestServer, testServer } from '../../test/server.ts'
import { route } from './route.ts'

const save = endpoint({
  method: 'POST',
  path: '/api/test/save',
  access: 'signed-in',
  summary: 'A write.',
  replies: { 200: z.object({}) },
})

const begun = Promise.withResolvers<void>()
const letGo = Promise.withResolvers<void>()
let server: TestServer

beforeAll(async () => {
  const slowly = route(save, async () => {
    begun.resolve()
    await letGo.promise
    return {}
  })
  server = await testServer({}, { extraRoutes: [slowly] })
})
afterAll(() => server.close())

test('a write starts a version although its client left before the answer', async () => {
  const { app } = server
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const authorization = `Bearer ${await server.tokenOf(ada)}`
  const leaving = new AbortController()
  const left = once(app.server, 'connection').then(([socket]) => once(socket, 'close'))
  const saving = fetch(`${address}/api/test/save`, {
    ...{ method: 'POST', body: '{}', signal: leaving.signal },
    headers: { authorization, 'content-type': 'application/json' },
  })
  await begun.promise
  const before = app.dataVersion.current()
  leaving.abort()
  await expect(saving).rejects.toThrow('aborted')
  await left
  letGo.resolve()
  await expect.poll(() => app.dataVersion.current()).toBeGreaterThan(before)
})
