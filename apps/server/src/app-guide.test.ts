import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld } from '../test/calls.ts'
import { type TestChain, testChain } from '../test/chain.ts'
import { listen } from '../test/listen.ts'
import { ada, type TestServer, testServer } from '../test/server.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
  await newWorld(server, chain)
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

/**
 * Code blocks of the guide that begin with `curl`, with the status in their last line.
 */
const calls = [...guide.matchAll(/^```sh\n(curl [\s\S]*?)^```$/gm)].map(
  ([, text = '']) => ({
    text,
    stated: Number(/^# (\d{3})$/m.exec(text)?.[1]),
  }),
)

test('every call of the guide has the documented response', {
  // Each call starts curl, most of a second on a busy machine.
  timeout: 240_000,
}, async () => {
  expect(calls.length).toBeGreaterThan(15)
  const { url } = await listen(server.app)
  const variables: Record<string, string> = {
    API: url,
    ADDRESS: ada.address,
  }
  const shell = startShell()
  try {
    for (const { text, stated } of calls) {
      const { status, headers, body } = await shell.run(text, variables)
      expect([text, status, body]).toEqual([text, stated, body])
      Object.assign(variables, await learn(headers, body))
    }
  } finally {
    await shell.end()
  }
  expect(Object.keys(variables).toSorted()).toEqual(variablesOf(guide))
})

test('the guide shows real responses', async () => {
  const { body } = await server.get('/api/contract/list?page=0')
  const shown = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '')
  const actual = JSON.parse(body)
  expect({ ...actual.error, request_id: '' }).toEqual({ ...shown.error, request_id: '' })
})

/** Starts one shell for all blocks: starting it takes as long as a call. */
function startShell() {
  const child = spawn('bash', [], {
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const folder = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'guide-'))
  const [headers, body] = [join(folder, 'headers'), join(folder, 'body')]
  const write = (line: string) => child.stdin.write(`${line}\n`)
  write(
    `curl() { command curl -sS -D ${headers} -o ${body} -w '%{http_code}' "$@" </dev/null; }`,
  )
  return {
    /** Runs a block with these variables, and the response of its curl written to a file. */
    async run(text: string, variables: Record<string, string>) {
      for (const [name, value] of Object.entries(variables)) write(`${name}='${value}'`)
      write(`: > ${body}\n${text}\necho`)
      const { value: stdout = '' } = await lines.next()
      const isEmpty = stdout === '204' || stdout === '304' || text.includes('curl -I')
      return {
        status: Number(stdout),
        headers: readFileSync(headers, 'utf8'),
        body: isEmpty ? '' : readFileSync(body, 'utf8'),
      }
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

/** Values of a response that later blocks use. */
async function learn(headers: string, body: string): Promise<Record<string, string>> {
  const { data, access_token } = body ? JSON.parse(body) : {}
  const etag = /^etag: (.*)$/im.exec(headers)?.[1]?.trim()
  const isText = typeof data?.message === 'string'
  return {
    ...(etag && { ETAG: etag }),
    ...(access_token && { TOKEN: access_token }),
    ...(data?.[0]?.contract_address && { COLLECTION: data[0].contract_address }),
    ...(isText && {
      NONCE: data.nonce,
      SIGNATURE: await ada.signMessage({ message: data.message }),
    }),
  }
}

/** Variables that the guide asks its readers to set. */
function variablesOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([A-Z][\s\S]*?)^```$/gm)]
  return blocks
    .flatMap(([, block = '']) => [...block.matchAll(/(?:^| )([A-Z]+)=/g)])
    .map(([, name = '']) => name)
    .toSorted()
}
