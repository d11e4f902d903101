import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type S3Service, s3Settings, startS3Emulator } from '../../test/file-stores.ts'
import { startHttpServer } from '../../test/listen.ts'
import { createS3Client, type S3Settings } from './s3-client.ts'
import { createS3FileStore, openS3FileStore } from './s3-file-store.ts'

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const name = `${'a'.repeat(64)}.json`

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Starts a service that answers as `listener` does; returns its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await startHttpServer(listener)
  ends.push(close)
  return url
}

/** Returns a listener that answers every request as S3 does where it fails. */
const failing =
  (status: number, code: string): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(
      `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`,
    )
  }

function openStore(endpoint: string, changes: Partial<S3Settings> = {}) {
  const settings = { ...s3Settings(endpoint, 'bucket'), ...changes }
  return createS3FileStore(createS3Client(settings, keys), settings)
}

describe('the check at the start', () => {
  let emulator: Awaited<ReturnType<typeof startS3Emulator>>
  beforeAll(async () => {
    emulator = await startS3Emulator()
  })
  afterAll(() => emulator.close())

  const check = (
    endpoint: string,
    used: S3Service['keys'] = keys,
    timeout_seconds = 20,
  ) =>
    openS3FileStore(
      { ...s3Settings(endpoint, 'bucket'), timeout_seconds, attempts: 1 },
      used,
    )

  test('names the bucket that is missing', async () => {
    await expect(check(emulator.endpoint)).rejects.toThrow(
      `file_store.bucket: ${emulator.endpoint} has no bucket bucket. Create it, or correct the name.`,
    )
  })

  test('names keys that the service does not know', async () => {
    const unknown = { accessKeyId: 'UNKNOWN', secretAccessKey: 'x' }
    await expect(check(emulator.endpoint, unknown)).rejects.toThrow(
      `file_store: ${emulator.endpoint} refuses the access keys (InvalidAccessKeyId). Copy AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY again.`,
    )
  })

  test.each([
    [
      403,
      'AccessDenied',
      /^file_store\.bucket: The access keys may not list, read, write and delete in bucket \(AccessDenied\)\. Allow all four\.$/,
    ],
    [
      403,
      'RequestTimeTooSkewed',
      /^file_store: The clock of this machine differs from that of .* by more than 15 minutes\. Set it, /,
    ],
    [
      301,
      'PermanentRedirect',
      /^file_store\.region: The bucket bucket is not in us-east-1\. Enter its region, /,
    ],
    [
      500,
      'InternalError',
      /^file_store: .* failed while the bucket bucket was checked \(500 InternalError: m\)\.$/,
    ],
  ])('names the reason of the answer %d %s', async (status, code, sentence) => {
    await expect(check(await serve(failing(status, code)))).rejects.toThrow(sentence)
  })

  test('names a service that is not there, and one that never answers', async () => {
    await expect(check('http://127.0.0.1:1')).rejects.toThrow(
      'file_store.endpoint: http://127.0.0.1:1 does not answer (ECONNREFUSED). Start it, or correct the address.',
    )
    await expect(check(await serve(() => {}), keys, 0.2)).rejects.toThrow(
      /^file_store\.endpoint: .* does not answer \(ETIMEDOUT\)\./,
    )
  })
})

describe('a service that fails', () => {
  test.each([
    [
      403,
      'AccessDenied',
      'The storage of this site cannot be used right now. Try again later.',
    ],
    [
      507,
      'InsufficientStorage',
      'The storage of this site is full, and nothing was saved. Try again later.',
    ],
    [
      400,
      'QuotaExceeded',
      'The storage of this site is full, and nothing was saved. Try again later.',
    ],
    [503, 'SlowDown', 'The storage of this site is not responding. Try again shortly.'],
  ])('with %d %s is a problem with a sentence', async (status, code, message) => {
    const store = openStore(await serve(failing(status, code)))
    const problem = { code: 'storage_unavailable', message }
    await expect(store.put(Buffer.of(1), 'json')).rejects.toMatchObject(problem)
    await expect(store.read(name)).rejects.toMatchObject(problem)
  })

  test('is asked again, but not for ever', async () => {
    let requests = 0
    const endpoint = await serve((request, response) => {
      requests += 1
      failing(503, 'SlowDown')(request, response)
    })
    await expect(openStore(endpoint, { attempts: 3 }).read(name)).rejects.toThrow()
    expect(requests).toBe(3)
  })

  test('for a moment is not noticed', async () => {
    let requests = 0
    const endpoint = await serve((request, response) => {
      requests += 1
      if (requests === 1) failing(503, 'SlowDown')(request, response)
      else response.end('bytes')
    })
    expect(await openStore(endpoint).read(name)).toEqual(Buffer.from('bytes'))
  })

  test('never answers a request, which ends in time', async () => {
    const store = openStore(await serve(() => {}), { timeout_seconds: 0.2 })
    await expect(store.put(Buffer.of(1), 'json')).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: 'The storage of this site is not responding. Try again shortly.',
    })
  })

  test('stops in the middle of an answer, which ends in time', async () => {
    const endpoint = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('01234')
    })
    const store = openStore(endpoint, { timeout_seconds: 0.2 })
    await expect(store.read(name)).rejects.toMatchObject({ code: 'storage_unavailable' })
    const file = await store.open(name)
    await expect(file?.stream.toArray()).rejects.toThrow('stream brought no bytes')
  })

  test('waits for a slow reader without an end', async () => {
    const content = randomBytes(2 ** 20)
    const endpoint = await serve((_request, response) => {
      response.end(content)
    })
    const file = await openStore(endpoint, { timeout_seconds: 0.1 }).open(name)
    const chunks: Buffer[] = []
    for await (const chunk of file?.stream ?? []) {
      chunks.push(chunk)
      if (chunks.length < 3) await new Promise((resume) => setTimeout(resume, 150))
    }
    expect(Buffer.concat(chunks).equals(content)).toBe(true)
  })

  test('dies while a file is stored: the file is not there, and the parts are aborted', async () => {
    const requests: string[] = []
    const endpoint = await serve((request, response) => {
      request.resume()
      const { method, url = '' } = request
      requests.push(`${method} ${new URL(url, 'http://s3').search}`)
      if (url.includes('uploads=')) {
        response.end(
          '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>',
        )
      } else if (method === 'DELETE') response.writeHead(204).end()
      else request.socket.destroy()
    })
    const path = join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'large-source')
    await writeFile(path, randomBytes(11 * 2 ** 20))
    await expect(openStore(endpoint).putFile(path, 'png')).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: 'The storage of this site is not responding. Try again shortly.',
    })
    expect(requests.at(-1)).toMatch(/^DELETE .*uploadId=one/)
    expect(requests.some((request) => /^POST .*uploadId=one/.test(request))).toBe(false)
  })
})
