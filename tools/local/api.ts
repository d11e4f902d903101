import {
  type Endpoint,
  endpointUrl,
  type Input,
  type Reply,
} from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import { problemBody } from '@platemark/api/problem-body'
import { createSignatureMessage, login } from '@platemark/api/session'
import type { PrivateKeyAccount } from 'viem'
import { pause } from '../program.ts'

/** Client of a running Platemark's API, optionally with a session. */
export type Api = {
  /** Origin, without a trailing slash. */
  url: string
  /** Access token of the session, if there is one. */
  token: string | undefined
  /** With an idempotency key, a call that is sent again is not done twice. */
  call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    idempotencyKey?: string,
  ): Promise<Reply<E>>
}

/** Tries of a read that a server with too much to do refuses. */
const MAX_TRIES = 10

/**
 * Returns a client of the API at `url`; its calls throw `Problem` or the network's error. Reads
 * that are refused as `busy` are sent again after the time that the server names.
 */
export function connectApi(url: string, token?: string): Api {
  const origin = new URL(url).origin
  return {
    url: origin,
    token,
    async call(endpoint, input, idempotencyKey) {
      const request = toRequest(endpoint, partsOf(input), {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      })
      const url = `${origin}${endpointUrl(endpoint, partsOf(input))}`
      for (let tries = 1; ; tries += 1) {
        try {
          return await readReply(endpoint, await fetch(url, request))
        } catch (error) {
          const isLast = endpoint.method !== 'GET' || tries === MAX_TRIES
          if (isLast || !(error instanceof Problem) || error.code !== 'busy') throw error
          await pause((error.retryAfter ?? 1) * 1000)
        }
      }
    },
  }
}

/**
 * Signs in with `account`: an EIP-191 signature of the server's EIP-4361 message opens a session.
 * Throws a `Problem` when the server refuses.
 */
export async function signIn(
  url: string,
  account: PrivateKeyAccount,
  chainId?: number,
): Promise<Api> {
  const api = connectApi(url)
  const { message, nonce } = await api.call(createSignatureMessage, {
    body: { address: account.address, ...(chainId && { chain_id: chainId }) },
  })
  const signature = await account.signMessage({ message })
  const { access_token } = await api.call(login, {
    body: { address: account.address, signature, connector: 'command line', nonce },
  })
  return connectApi(url, access_token)
}

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Record<string, Blob | undefined>
}

function partsOf(input: object): Parts {
  return input
}

function toRequest(
  endpoint: Endpoint,
  { body, files = {} }: Parts,
  headers: Record<string, string>,
): RequestInit {
  if (body === undefined) return { method: endpoint.method, headers }
  if (endpoint.body_kind !== 'multipart') {
    return {
      method: endpoint.method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
  }
  const form = new FormData()
  form.set('data', JSON.stringify(body))
  for (const [name, file] of Object.entries(files)) if (file) form.set(name, file, name)
  return { method: endpoint.method, headers, body: form }
}

async function readReply<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<Reply<E>> {
  const text = await response.text()
  if (!response.ok) throw toProblem(response, text)
  const schema = Object.entries(endpoint.replies).find(
    ([status]) => Number(status) === response.status,
  )?.[1]
  if (!schema) throw new Error(`${endpoint.path} answered ${response.status}`)
  const body = text === '' ? null : JSON.parse(text)
  // Safe: `Reply` is the union of the schemas of all statuses.
  return schema.parse(
    endpoint.envelope === false ? body : (body?.data ?? null),
  ) as Reply<E>
}

function toProblem(response: Response, text: string): Error {
  const parsed = problemBody.safeParse(parseJson(text))
  if (!parsed.success) {
    return new Error(`${response.url} answered ${response.status}: ${text.slice(0, 200)}`)
  }
  const { code, message, fields, request_id } = parsed.data.error
  const retryAfter = response.headers.get('retry-after')
  return new Problem(code, message, {
    ...(fields && { fields }),
    requestId: request_id,
    ...(retryAfter !== null && { retryAfter: Number(retryAfter) }),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
