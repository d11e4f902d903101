import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createListFileCache } from './list-file-cache.ts'

const first = publish(`0x${'0a'.repeat(32)}`)
const second = publish(`0x${'0b'.repeat(32)}`)
const hosted = new Map<string, Uint8Array>()
const requested: string[] = []
const host = createServer(({ url = '' }, response) => {
  requested.push(url)
  const bytes = hosted.get(url)
  return bytes ? response.end(bytes) : response.writeHead(404).end()
}).listen(0)
const folder = `http://127.0.0.1:${(host.address() as AddressInfo).port}/lists/`

afterAll(() => host.close())
beforeEach(() => {
  hosted.clear()
  requested.length = 0
})

test('fetches each file once, also for concurrent callers', async () => {
  hosted.set(first.path, first.bytes).set(second.path, second.bytes)
  const read = createListFileCache()
  const both = [first.list, second.list]
  const [files] = await Promise.all([read(both, folder), read(both, folder)])
  expect(files).toMatchObject(both)
  expect(await read(both.toReversed(), folder)).toMatchObject(both.toReversed())
  expect(requested.sort()).toEqual([first.path, second.path])
})

test('omits a file that fails, and does not retry it for a while', async () => {
  hosted.set(second.path, second.bytes)
  const both = [first.list, second.list]
  const read = createListFileCache()
  expect(await read(both, folder)).toMatchObject([second.list])
  hosted.set(first.path, first.bytes)
  expect(await read(both, folder)).toMatchObject([second.list])
  expect(requested).toHaveLength(2)
})

test('retries a file that failed', async () => {
  const read = createListFileCache(0)
  expect(await read([first.list], folder)).toEqual([])
  hosted.set(first.path, first.bytes)
  await expect.poll(() => read([first.list], folder)).toMatchObject([first.list])
})

/** Returns a list without entries, and the path of its file. */
function publish(root: `0x${string}`) {
  const content = {
    ...{ version: 2, chain_id: 1, collection_id: '0x01', root },
    ...{ phases: [], nodes: [], entries: [] },
  }
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const list = { root, contentHash: `0x${hash}` } as const
  return { bytes, path: `/lists/${hash}.json`, list }
}
