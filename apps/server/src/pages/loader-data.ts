import { endpointUrl } from '@platemark/api/endpoint'
import {
  listCollections,
  listNewest,
  listPopular,
  listPromoted,
  type Operation,
} from '@platemark/api/operations'
import { problems } from '@platemark/api/problem'
import { type Boot, type Route, type RouteRead, shellReads } from '@platemark/api/routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const [BLOCKED] = problems.blocked

/** What our own API says of a page. */
type LoaderData = {
  answers: Boot['answers']
  /** Everything essential is there, and may be shown. */
  isShown: boolean
  /** So is what the address names within the page. */
  isFound: boolean
  /** How an essential read failed other than by there being nothing: the page fails alike. */
  failed: { status: number; retryAfter: string | undefined } | undefined
}

/**
 * Asks our own API for what the page shows. A read that fails is left out, and the browser
 * asks for it again.
 */
export async function readLoaderData(
  app: FastifyInstance,
  request: FastifyRequest,
  row: Route | undefined,
): Promise<LoaderData> {
  const reads = [...shellReads, ...(row?.reads(readAddress(request)) ?? [])]
  const found = await Promise.all(reads.map((read) => readOne(app, request, read)))
  const essential = found.filter((_, index) => reads[index]?.is_essential)
  const subjects = found.filter((_, index) => reads[index]?.is_subject)
  const isMissing = ({ answer }: Read) => answer?.[1] === null
  const failed = essential.find(({ answer, status }) => !answer || status === BLOCKED)
  const isShown = !essential.some(isMissing) && failed?.status !== BLOCKED
  return {
    answers: found.flatMap(({ answer }) => (answer ? [answer] : [])),
    isShown,
    isFound: isShown && !subjects.some(isMissing),
    failed,
  }
}

/** The named parts of the path, and the query, which is only passed on to our own API. */
export function readAddress({ params, query }: FastifyRequest) {
  // Safe: Fastify reads both as text, and a name that stands there twice as a list of texts.
  const asked = query as Record<string, string | string[]>
  const named = Object.entries(asked).map(([name, value]) => [name, String(value)])
  return {
    params: params as Record<string, string>,
    query: Object.fromEntries(named) as Record<string, string>,
  }
}

type Read = {
  /** Undefined when the read failed. */
  answer?: [url: string, answer: unknown]
  status: number
  retryAfter: string | undefined
}

async function readOne(
  app: FastifyInstance,
  request: FastifyRequest,
  { operation, params, query, is_essential, is_subject }: RouteRead,
): Promise<Read> {
  const url = endpointUrl(operation, {
    ...(params && { params }),
    ...(query && { query }),
  })
  const response = await app.inject({ url, remoteAddress: request.ip })
  const { statusCode: status } = response
  const read = { status, retryAfter: response.headers['retry-after'] }
  // The page says where it is that is blocked.
  const isTold = status === 200 || (is_essential && status === BLOCKED)
  if (isTold) return { ...read, answer: [url, inBoot(operation, response.json())] }
  // An address that nothing can have names nothing.
  const isNamed = is_essential || is_subject
  const isNothing = status === 404 || (isNamed && [400, 422].includes(status))
  return isNothing ? { ...read, answer: [url, null] } : read
}

const cardLists = new Set<Operation>([
  listCollections,
  listPromoted,
  listPopular,
  listNewest,
])

/** What no list of a page shows of a collection: ids, hashes and times that do not compress. */
const unseen = new Set(['contract_id', 'created_at', 'list'])

/** No list shows more of a text than its beginning. */
const SHOWN_CHARACTERS = 240

function inBoot(operation: Operation, answer: unknown): unknown {
  if (!cardLists.has(operation)) return answer
  const seen = (key: string, value: unknown) => {
    if (unseen.has(key)) return undefined
    return key === 'description' && typeof value === 'string' ? beginning(value) : value
  }
  return JSON.parse(JSON.stringify(answer, seen))
}

/** A long text up to a space near the end of what is shown of it, and a sign that it goes on. */
function beginning(text: string): string {
  const characters = [...text]
  if (characters.length <= SHOWN_CHARACTERS) return text
  const start = characters.slice(0, SHOWN_CHARACTERS).join('')
  return `${start.replace(/\s+\S*$/, '')}…`
}
