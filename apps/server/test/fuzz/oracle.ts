import { type ProblemCode, problems } from '@platemark/api/problem'
import { problemBody } from '@platemark/api/problem-body'
import * as z from 'zod/mini'
import { leakPattern } from '../leak-pattern.ts'
import type { FuzzResponse } from './client.ts'
import type { OpenapiCheck } from './openapi-check.ts'
import type { Sent, Target } from './request.ts'

type Facts = {
  check: OpenapiCheck
  /** Texts that no response may contain unless the request did. */
  secrets: string[]
}

/** Returns the fault of a response; undefined if there is none. */
export function findFault(
  { endpoint, method }: Target,
  sent: Sent,
  answer: FuzzResponse,
  facts: Facts,
): string | undefined {
  const fault = findServerFault(sent, answer, facts.secrets)
  if (fault) return fault
  const isCall = endpoint && sent.method === method && isUnder(endpoint.path, sent.url)
  const isEmpty = sent.method === 'HEAD' || answer.status === 204 || answer.status === 304
  if (isEmpty && answer.body !== '') return 'a body stands where there must be none'
  if (answer.status >= 400 && sent.method !== 'HEAD') {
    const fault = faultOfProblem(answer)
    if (fault) return fault
  }
  if (!isCall || sent.method === 'HEAD') return undefined
  if (answer.status >= 400 || isEmpty) {
    const body = isEmpty ? undefined : parsed(answer)
    const isStated = facts.check(endpoint, answer.status, body)
    return isStated && `is not as the document says: ${isStated}`
  }
  return faultOfSuccess(endpoint, answer, facts.check)
}

/** Returns the fault that no response may have, whatever the request. */
export function findServerFault(
  sent: Pick<Sent, 'url' | 'body'>,
  { status, headers, body }: FuzzResponse,
  secrets: string[],
): string | undefined {
  const whole = `${JSON.stringify(headers)}${body}`
  const isUnreachable = status === 503 && /\bchain_unavailable\b/.test(body)
  // The one unreachable network, named by the request itself.
  if (isUnreachable && sent.url.includes('local-two')) return undefined
  if (status >= 500) return 'is a failure of ours'
  const isBare = headers['x-request-id'] === undefined
  // Between tags, so that numbers of a drawing do not match a stack.
  const text = isHtml(headers) ? body.replace(/<[^>]*>/g, '\n') : body
  if (status >= 400 && leakPattern.test(text))
    return `shows ${leakPattern.exec(text)?.[0]}`
  const requestText = `${decoded(sent.url)} ${sent.body ?? ''}`
  const secret = secrets.find((one) => whole.includes(one) && !requestText.includes(one))
  if (secret) return `tells ${secret}`
  // Node itself refuses requests without a host or with an unknown `expect`, with a
  // status only.
  if (isBare && body === '' && (status === 400 || status === 417)) return undefined
  if (!headers['content-security-policy']) return 'has no policy'
  if (headers['x-content-type-options'] !== 'nosniff') return 'may be sniffed'
  if (status >= 400 && headers['cache-control'] !== 'no-store' && !isHtml(headers)) {
    return 'may be kept though it is a refusal'
  }
  return undefined
}

/** Returns the fault of a refusal: wrong shape, or wrong status for its code. */
function faultOfProblem({ status, headers, body }: FuzzResponse): string | undefined {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('application/json')) {
    const isPlain = status === 404 && /^text\/(plain|html)/.test(type)
    return isPlain ? undefined : `is a refusal as ${type}`
  }
  const problem = problemBody.safeParse(JSON.parse(body))
  if (!problem.success) return 'is a refusal of another shape'
  const { code, request_id } = problem.data.error
  const [stated] = problems[code as ProblemCode]
  if (stated !== status) return `says ${code} under ${status}`
  if (request_id !== headers['x-request-id']) return 'names another request'
  if ((status === 429 || status === 503) && !Number(headers['retry-after'])) {
    return 'does not say when to try again'
  }
  return undefined
}

type Whole = { data: unknown; meta?: unknown }

const enveloped: z.ZodMiniType<Whole> = z.strictObject({
  data: z.unknown(),
  meta: z.optional(z.unknown()),
})
const bare: z.ZodMiniType<Whole> = z.pipe(
  z.unknown(),
  z.transform((data) => ({ data })),
)

function faultOfSuccess(
  endpoint: NonNullable<Target['endpoint']>,
  answer: FuzzResponse,
  check: OpenapiCheck,
): string | undefined {
  if (answer.headers['content-type']?.startsWith('text/event-stream')) return undefined
  if (answer.status >= 300) return undefined
  if (answer.headers['content-type'] === endpoint.download) return undefined
  const body = parsed(answer)
  const described = check(endpoint, answer.status, body)
  if (described) return `is not as the document says: ${described}`
  const replies: Record<number, z.ZodMiniType | undefined> = endpoint.replies
  const schema = replies[answer.status]
  if (!schema)
    return `succeeds with ${answer.status}, which the API contract does not name`
  const whole = (endpoint.envelope === false ? bare : enveloped).safeParse(body)
  if (!whole.success) return 'stands in another envelope'
  const { data, meta } = whole.data
  const read = schema.safeParse(data)
  if (!read.success)
    return `is not as the API contract says: ${JSON.stringify(read.error.issues[0])}`
  const about = endpoint.meta?.safeParse(meta)
  return about?.success === false
    ? 'has another meta than the API contract says'
    : undefined
}

function parsed({ headers, body }: FuzzResponse): unknown {
  return headers['content-type']?.startsWith('application/json')
    ? JSON.parse(body)
    : undefined
}

function isHtml(headers: FuzzResponse['headers']): boolean {
  return headers['content-type']?.startsWith('text/html') ?? false
}

/** Returns whether a corrupted URL still belongs to this route. */
function isUnder(route: string, url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  const parts = route.split('/')
  const own = path.split('/')
  const isSame = (part: string, place: number) =>
    part.startsWith(':') || part === own[place]
  return parts.length === own.length && parts.every(isSame) && !own.includes('..')
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
