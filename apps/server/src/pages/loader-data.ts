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

/** Statuses of a resource that is not shown, whose page shows why. */
const WITHHELD: readonly number[] = [problems.blocked[0], problems.article_withdrawn[0]]

/** API responses of a page's reads. */
type LoaderData = {
  answers: Boot['answers']
  /** True if everything essential was found and may be shown. */
  isShown: boolean
  /** True if the page's subject was found too. */
  isFound: boolean
  /** Failed essential read other than not found; the page responds with its status. */
  failed: { status: number; retryAfter: string | undefined } | undefined
}

/**
 * Requests the page's data from the own API. Failed reads are omitted, and the browser
 * repeats them.
 */
export async function readLoaderData(
  app: FastifyInstance,
  request: FastifyRequest,
  row: Route | undefined,
): Promise<LoaderData> {
  const at = readAddress(request)
  const own = row?.reads(at) ?? []
  const first = [...shellReads, ...own]
  const read = (wanted: RouteRead[]) =>
    Promise.all(wanted.map((one) => readOne(app, request, one)))
  const answered = await read(first)
  const essentials = answered
    .slice(shellReads.length)
    .flatMap(({ answer }, index) => (own[index]?.is_essential ? [answer?.[1]] : []))
  const later = row?.readsAfter?.(at, essentials) ?? []
  const reads = [...first, ...later]
  const found = [...answered, ...(await read(later))]
  const essential = found.filter((_, index) => reads[index]?.is_essential)
  const subjects = found.filter((_, index) => reads[index]?.is_subject)
  const isMissing = ({ answer }: Read) => answer?.[1] === null
  const isWithheld = ({ status }: Read) => WITHHELD.includes(status)
  const failed = essential.find((one) => !one.answer || isWithheld(one))
  const isShown = !essential.some(isMissing) && !essential.some(isWithheld)
  return {
    answers: found.flatMap(({ answer }) => (answer ? [answer] : [])),
    isShown,
    isFound: isShown && !subjects.some(isMissing) && !row?.isMissing?.(essentials),
    failed,
  }
}

/** Returns the path parameters, and the query, which is only passed on to the own API. */
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
  // The page shows where a blocked collection is, and what to read instead of an article.
  const isPassedOn = status === 200 || (is_essential && WITHHELD.includes(status))
  if (isPassedOn) return { ...read, answer: [url, inBoot(operation, response.json())] }
  // A URL that cannot exist counts as not found.
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

/** Fields that no list of a page shows; they hardly compress. */
const unseen = new Set(['contract_id', 'created_at', 'list'])

/** Lists show only the beginning of a description. */
const SHOWN_CHARACTERS = 240

function inBoot(operation: Operation, answer: unknown): unknown {
  if (!cardLists.has(operation)) return answer
  const seen = (key: string, value: unknown) => {
    if (unseen.has(key)) return undefined
    return key === 'description' && typeof value === 'string' ? beginning(value) : value
  }
  return JSON.parse(JSON.stringify(answer, seen))
}

/** Cuts a long text at a space and appends an ellipsis. */
function beginning(text: string): string {
  const characters = [...text]
  if (characters.length <= SHOWN_CHARACTERS) return text
  const start = characters.slice(0, SHOWN_CHARACTERS).join('')
  return `${start.replace(/\s+\S*$/, '')}…`
}
