import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/server.ts'
import { docsPage } from './api-docs.ts'
import { describeApi } from './openapi.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

describe('the page about the API', () => {
  test('names every call of the document, with its errors and an example', async () => {
    const document = JSON.parse((await server.get('/api/openapi.json')).body)
    const { status, headers, body } = await server.get('/api/docs')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    type Named = Record<string, { operationId: string }>
    const calls = Object.values<Named>(document.paths).flatMap((each) =>
      Object.values(each),
    )
    expect(calls.length).toBeGreaterThan(20)
    for (const { operationId } of calls) {
      expect(body).toContain(`<article id="${operationId}">`)
      expect(body).toContain(`<a href="#${operationId}">`)
    }
    expect(body.match(/>curl &#39;|>curl '/g)?.length).toBe(calls.length)
  })

  test('loads and runs nothing: its style is inline and allowed by its hash', async () => {
    const { headers, body } = await server.get('/api/docs')
    expect(body).not.toMatch(/<script|<link|<img|\bon\w+=|\sstyle=|url\(/)
    const policy = headers['content-security-policy']
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]{43}='/)
    expect(policy).not.toContain('https:')
  })

  test('shows a name that is markup as text', () => {
    const product_name = '<script>alert("1")</script>&amp;'
    const document = describeApi([], { product_name, public_url: 'http://localhost' })
    const { html } = docsPage(document)
    expect(html).not.toContain('<script')
    expect(html).toContain('&#60;script&#62;')
  })

  test('is revalidated each time, and not sent twice', async () => {
    const { headers } = await server.get('/api/docs')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await server.get('/api/docs', {
      headers: { 'if-none-match': headers.etag ?? '' },
    })
    expect([again.status, again.body]).toEqual([304, ''])
  })
})
