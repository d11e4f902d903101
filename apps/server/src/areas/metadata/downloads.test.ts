import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { updateAvatar } from '@platemark/api/profile'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../../test/listen.ts'
import { testLog } from '../../../test/log.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer
let port: number
const FILE_BYTES = 24 * 2 ** 20

beforeAll(async () => {
  server = await testServer({ limits: { stall_seconds: 0.6 } })
  port = (await listen(server.app)).port
})
afterAll(() => server.close())

test('files are sent without being held in memory, and stalled readers are ended', async () => {
  const { files } = server.context
  const bytes = Buffer.alloc(FILE_BYTES, ' ')
  const paths = [
    `/lists/${await files.put(bytes, 'json')}`,
    `/files/${await files.put(bytes, 'webp')}`,
  ]
  const before = process.memoryUsage().arrayBuffers
  const open = countOpenFiles()
  const readers = Array.from({ length: 10 }, (_, at) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write(`GET ${paths[at % 2]} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    return socket
  })
  await sleep(400)
  const held = process.memoryUsage().arrayBuffers - before
  expect(held).toBeLessThan(3 * FILE_BYTES)
  await expect.poll(countOpenFiles, { timeout: 4000 }).toBe(open + readers.length)
  for (const socket of readers) socket.destroy()
  await expect.poll(countOpenFiles).toBeLessThanOrEqual(open)
})

test('a repeated and a HEAD request close the file', async () => {
  const name = await server.context.files.put(Buffer.alloc(2 ** 20), 'webp')
  const open = countOpenFiles()
  const { headers } = await server.get(`/files/${name}`)
  const etag = { 'if-none-match': headers.etag ?? '' }
  const again = await server.get(`/files/${name}`, { headers: etag })
  const head = await server.send({ method: 'HEAD', url: `/files/${name}` })
  expect([again.status, head.status]).toEqual([304, 200])
  expect([headers['content-length'], head.headers['content-length']]).toEqual([
    String(2 ** 20),
    String(2 ** 20),
  ])
  await expect.poll(countOpenFiles).toBeLessThanOrEqual(open)
})

test('an unusable file store is an answer to the caller and a line in the log', async () => {
  const { log, lines } = testLog()
  const broken = await testServer({}, { log })
  const { data_folder } = broken.configuration
  mkdirSync(data_folder, { recursive: true })
  writeFileSync(join(data_folder, 'files'), 'no folder')
  const avatar = await sharp({
    create: { width: 300, height: 300, channels: 3, background: '#66d19f' },
  })
    .png()
    .toBuffer()
  const answers = [
    await broken.get(`/files/${'a'.repeat(64)}.webp`),
    await broken.postForm(updateAvatar.path, { files: { avatar } }, { as: ada }),
  ]
  await broken.close()
  for (const { status, error, headers } of answers) {
    expect([status, error?.code, headers['retry-after']]).toEqual([
      503,
      'storage_unavailable',
      '5',
    ])
  }
  const failed = lines.filter(({ msg }) => msg === 'request failed')
  expect(failed.map((line) => /ENOTDIR/.test(JSON.stringify(line)))).toEqual([true, true])
})

/** Open files and sockets of this process. */
/** Counts the files of the store that are open; other tests share this process. */
function countOpenFiles(): number {
  const folder = server.configuration.data_folder
  return readdirSync('/proc/self/fd').filter((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).startsWith(folder)
    } catch {
      return false
    }
  }).length
}
