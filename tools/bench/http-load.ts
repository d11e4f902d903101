import { connect, type Socket } from 'node:net'
import { answer, optionsOf } from './follower-child.ts'

export type LoadOptions = { port: number; path: string; connections: number }

/** What was answered, all of it with 200. */
export type Loaded = { bytes: number }

const { port, path, connections } = optionsOf<LoadOptions>()
const question = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'))

let left = 0
let bytes = 0
process.on('message', async (requests: number) => {
  left = requests
  bytes = 0
  await Promise.all(sockets.map(askOn))
  answer<Loaded>({ bytes })
})
answer({ isReady: true })

/** Asks again as soon as it is answered, until all requests are asked. */
function askOn(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    let heard: Buffer = Buffer.alloc(0)
    const ask = () => {
      if (left === 0) {
        socket.off('data', hear)
        resolve()
        return
      }
      left -= 1
      socket.write(question)
    }
    const hear = (part: Buffer) => {
      heard = heard.length === 0 ? part : Buffer.concat([heard, part])
      if (heard.length < lengthOf(heard)) return
      bytes += heard.length
      heard = Buffer.alloc(0)
      ask()
    }
    socket.on('data', hear)
    ask()
  })
}

/** How long the whole answer is that begins so. Throws for one that is no success. */
function lengthOf(heard: Buffer): number {
  const end = heard.indexOf('\r\n\r\n')
  if (end < 0) return Number.POSITIVE_INFINITY
  const head = heard.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(heard.toString())
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`The length is missing: ${head}`)
  return end + 4 + Number(length)
}
