import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../test/server.ts'
import { buildApp } from '../app.ts'
import { createLog } from './log.ts'

const servers: { close(): Promise<unknown> }[] = []

afterAll(async () => {
  for (const server of servers) await server.close()
})

/** App that records its warnings. */
async function appBehind(trusted_proxies: string[]) {
  const server = await testServer({ trusted_proxies })
  const warnings: string[] = []
  const log = createLog('silent')
  log.warn = (...fields: unknown[]) => void warnings.push(JSON.stringify(fields))
  const app = await buildApp({ ...server.context, log })
  servers.push(app, server)
  const call = (headers: Record<string, string>) =>
    app.inject({ url: '/health', headers })
  return { call, warnings }
}

test('an untrusted proxy is logged once', async () => {
  const { call, warnings } = await appBehind([])
  await call({})
  expect(warnings).toEqual([])
  await call({ 'x-forwarded-for': '203.0.113.7' })
  await call({ 'x-forwarded-for': '203.0.113.8' })
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('untrusted proxy')
})

test('a trusted proxy is not logged', async () => {
  const { call, warnings } = await appBehind(['127.0.0.1'])
  await call({ 'x-forwarded-for': '203.0.113.7' })
  expect(warnings).toEqual([])
})
