import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { startTally } from './tally.ts'

export type Reply = { status: number; body: string }

export type Connection = {
  /** Asks with what it knows of the answer already, as browsers do. */
  read(path: string): Promise<Reply>
  post(path: string, body: unknown, token?: string): Promise<Reply>
  postForm(path: string, form: FormData, token: string): Promise<Reply>
  /** Counts the next questions as writes. */
  wrote(): void
  close(): void
}

/** After a refusal somebody is patient so long, which is less than they are told to be. */
const PATIENCE_MS = 1000

/** One connection that is kept, of somebody whose address is `from`. */
export function openConnection(
  url: string,
  from: string,
  tally: ReturnType<typeof startTally>,
): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const known = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    payload?: Buffer,
  ): Promise<Reply> => {
    const question = `${method} ${path}`
    const began = performance.now()
    try {
      const asked = request(new URL(path, url), {
        ...{ method, agent },
        headers: { ...headers, 'x-forwarded-for': from },
      })
      asked.end(payload)
      const response = await responseTo(asked)
      const body = await textOf(response)
      const { statusCode: status = 0, headers: told } = response
      const retryAfter = told['retry-after']
      tally.answered({
        question,
        status,
        retryAfter,
        body,
        ms: performance.now() - began,
      })
      if (told.etag) known.set(path, told.etag)
      if (status === 429 || status === 503) await sleep(PATIENCE_MS)
      return { status, body }
    } catch (error) {
      tally.broke(question, error)
      return { status: 0, body: '' }
    }
  }
  return {
    read: (path) => {
      const etag = known.get(path)
      return send('GET', path, etag ? { 'if-none-match': etag } : {})
    },
    post: (path, body, token) => {
      const text = Buffer.from(JSON.stringify(body))
      return send('POST', path, withToken('application/json', token, text), text)
    },
    postForm: async (path, form, token) => {
      const encoded = new Response(form)
      const bytes = Buffer.from(await encoded.arrayBuffer())
      const type = encoded.headers.get('content-type') ?? ''
      return send('POST', path, withToken(type, token, bytes), bytes)
    },
    wrote: tally.wrote,
    close: () => agent.destroy(),
  }
}

function withToken(type: string, token: string | undefined, payload: Buffer) {
  return {
    'content-type': type,
    'content-length': String(payload.length),
    ...(token && { authorization: `Bearer ${token}` }),
  }
}

function responseTo(asked: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve)
    asked.once('error', reject)
  })
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  return Buffer.concat(parts).toString()
}
