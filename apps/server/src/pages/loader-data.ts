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
import type { FastifyInstance } from 'fastify'
import type { PageAddress } from './page-address.ts'

/** Statuses of a resource that is not shown, whose page shows why. */
const WITHHELD: readonly number[] = [problems.blocked[0], problems.article_withdrawn[0]]

/** API responses of a page's reads. */
type LoaderData = {
  answers: Boot['answers']
  /** True if everything essential was found and may be shown. */
  isShown: boolean
  /** True if the page's subject was found too. */
  isFound: boolean
  /** True if no read failed. */
  isWhole: boolean
  /** Failed essential read other than not found; the page responds with its status. */
  failed: { status: number; retryAfter: string | undefined } | undefined
}

/**
 * Requests the page's data from the own API, within the limits of the client `ip`. Failed
 * reads are omitted, and the browser repeats them.
 */
export async function readLoaderData(
  app: FastifyInstance,
  { at, ip }: { at: PageAddress; ip: string },
  row: Route | undefined,
): Promise<LoaderData> {
  const own = row?.reads(at) ?? []
  const first = [...shellReads, ...own]
  const read = (wanted: RouteRead[]) =>
    Promise.all(wanted.map((one) => readOne(app, ip, one)))
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
    isWhole: found.every(({ answer }) => answer !== undefined),
    isFound: isShown && !subjects.some(isMissing) && !row?.isMissing?.(essentials),
    failed,
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
  ip: string,
  { operation, params, query, is_essential, is_subject }: RouteRead,
): Promise<Read> {
  const url = endpointUrl(operation, {
    ...(params && { params }),
    ...(query && { query }),
  })
  const response = await app.inject({ url, remoteAddress: ip })
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
