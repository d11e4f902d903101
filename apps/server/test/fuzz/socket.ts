import { connect } from 'node:net'
import type { FuzzResponse } from './client.ts'
import type { RawRequest } from './raw.ts'

/** Sends the bytes and returns the first response; undefined without one. */
export function sendRaw(
  port: number,
  { pieces, isCutOff }: RawRequest,
): Promise<FuzzResponse | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let received = ''
    const finish = () => {
      socket.destroy()
      try {
        resolve(readAnswer(received))
      } catch (error) {
        reject(error)
      }
    }
    socket.setEncoding('latin1')
    socket.on('connect', async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1')
        await new Promise((resume) => setImmediate(resume))
      }
      if (isCutOff) socket.end()
    })
    socket.on('data', (text: string) => {
      received += text
      if (isWhole(received)) finish()
    })
    // Waiting for more of a request without a response is a result too.
    socket.setTimeout(isCutOff ? 5000 : 100, finish)
    socket.on('end', finish)
    socket.on('error', finish)
  })
}

const headEnd = '\r\n\r\n'

/** Interim responses precede another. */
function withoutInterim(text: string): string {
  return text.replace(/^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n/, '')
}

function isWhole(received: string): boolean {
  const text = withoutInterim(received)
  const end = text.indexOf(headEnd)
  if (end < 0) return false
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end))?.[1]
  if (length !== undefined) return text.length >= end + headEnd.length + Number(length)
  return text.endsWith('\r\n0\r\n\r\n') || /^HTTP\/1\.1 (204|304)/.test(text)
}

function readAnswer(received: string): FuzzResponse | undefined {
  if (received === '') return undefined
  const text = withoutInterim(received)
  const [head = '', ...rest] = text.split(headEnd)
  const [line = '', ...lines] = head.split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1])
  if (!status) throw new Error(`response is no HTTP: got ${received.slice(0, 200)}`)
  const headers = Object.fromEntries(
    lines.map((one) => [
      one.slice(0, one.indexOf(':')).toLowerCase(),
      one.slice(one.indexOf(':') + 2),
    ]),
  )
  const sent = rest.join(headEnd)
  const length = Number(headers['content-length'] ?? sent.length)
  const body = headers['transfer-encoding'] ? joined(sent) : sent.slice(0, length)
  return { status, headers, body: Buffer.from(body, 'latin1').toString() }
}

/** Decodes a chunked body. */
function joined(chunks: string): string {
  const [, size = '0'] = /^([0-9a-f]+)\r\n/i.exec(chunks) ?? []
  const length = Number.parseInt(size, 16)
  if (length === 0) return ''
  const start = size.length + 2
  return chunks.slice(start, start + length) + joined(chunks.slice(start + length + 2))
}
