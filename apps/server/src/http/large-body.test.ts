import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ada, testServer } from '../../test/server.ts'

test('a refused body is not held while its sender goes on', async () => {
  const list_bytes = 2 ** 22
  const server = await testServer({ limits: { list_bytes } })
  const url = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  const head = [
    'POST /api/contract/studio/none/lists HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${await server.tokenOf(ada)}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
  ]
  const part = `${list_bytes.toString(16)}\r\n${' '.repeat(list_bytes)}\r\n`
  const before = countHeldBytes()
  const senders = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = connect(Number(url.port), '127.0.0.1').on('error', () => {})
      const answer = new Promise((resolve) => socket.once('data', resolve))
      socket.write(`${head.join('\r\n')}\r\n\r\n${part}1\r\n \r\n`)
      expect(String(await answer)).toContain('413 Payload Too Large')
      return socket
    }),
  )
  await expect
    .poll(() => countHeldBytes() - before, { timeout: 3000 })
    .toBeLessThan(list_bytes)
  for (const socket of senders) socket.destroy()
  await server.close()
})

/** Counts the bytes of buffers that something still refers to. */
function countHeldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}
