import { BadAnswer } from './endpoint.ts'
import { Failure, failureOf } from './failure.ts'
import type { Posted } from './http-post.ts'

export type Call = { method: string; params: unknown[] }

/** A call as it is sent. */
export type Numbered = Call & { jsonrpc: '2.0'; id: number }

/** The result of one call. Throws `Failure` for an error, `BadAnswer` for what is no answer. */
export function resultOf(posted: Posted, { id }: Numbered): unknown {
  const body = bodyOf(posted)
  const failure = failureIn(posted, body)
  if (failure) throw failure
  if (!isRecord(body) || body.result === undefined) {
    throw new BadAnswer('The answer is no JSON-RPC.')
  }
  if (body.id !== id) throw new BadAnswer('The answer is to another question.')
  return body.result
}

/** What was answered; undefined where it is no JSON. */
export function bodyOf({ text }: Posted): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error that was answered, if it is one. */
export function failureIn(posted: Posted, body: unknown): Failure | undefined {
  const { status, text, retryAfterMs } = posted
  const error = isRecord(body) ? (body.error ?? undefined) : undefined
  if (error === undefined && isFine(posted)) {
    return body === undefined
      ? new Failure('burden', 'The answer is no JSON.')
      : undefined
  }
  const code = isRecord(error) && typeof error.code === 'number' ? error.code : undefined
  const said = error === undefined ? text : wordsOf(error)
  return failureOf(status, code, said, retryAfterMs)
}

/** The text of an error, wherever nodes put it. Nothing deeper is looked at. */
function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!isRecord(error)) return ''
  return [error.message, error.data].filter((part) => typeof part === 'string').join(' ')
}

export function isFine({ status }: Posted): boolean {
  return status >= 200 && status < 300
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
