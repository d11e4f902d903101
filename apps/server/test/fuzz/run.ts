import type { Route } from '../calls.ts'
import { type Answered, httpClient } from './client.ts'
import type { Things } from './fixtures.ts'
import { mutated } from './mutate.ts'
import { openapiCheck } from './openapi-check.ts'
import { faultOf, faultOfAny } from './oracle.ts'
import { type Dice, dice } from './prng.ts'
import { rawRequest } from './raw.ts'
import { curlOf, type Sent, sentOf, type Target } from './request.ts'
import { sendRaw } from './socket.ts'
import { targetsOf } from './targets.ts'
import { validParts } from './valid.ts'

export type Kind = 'valid' | 'mutated' | 'raw'

export type FuzzReport = {
  /** What was wrong, with the request as a line for a shell; at most 25. */
  findings: string[]
  /** How many requests of each kind were answered with which status; 0: with nothing. */
  statuses: Record<Kind, Map<number, number>>
  /** By route: requests of each kind, and those that were answered with 2xx. */
  routes: Map<string, Record<Kind | 'succeeded', number>>
}

type Options = {
  requests: number
  seed: number
  /** Number of the first request: those before it are not sent. */
  from?: number
  onProgress?: (sent: number, report: FuzzReport) => void
}

/** Sends so many generated requests over all routes, one after another, and judges each answer. */
export async function fuzz(
  things: Things,
  routes: Route[],
  { requests, seed, from = 0, onProgress }: Options,
): Promise<FuzzReport> {
  const targets = targetsOf(routes)
  const client = httpClient(things.port)
  const facts = { check: await documentCheck(client), secrets: things.secrets }
  const report = emptyReport(targets)
  for (let number = from; number < from + requests; number += 1) {
    const target = targets[number % targets.length]
    if (!target) throw new Error('There are no routes.')
    const kind = kinds[Math.floor(number / targets.length) % kinds.length] ?? 'valid'
    // Each has a chance of its own, so that one can be sent again without those before it.
    const own = dice(seed * 1_000_003 + number)
    const found = await sendOne(kind, target, things, own, client.send)
    count(report, kind, target, found)
    const fault = found.fault ?? judge(target, found, facts)
    if (fault && report.findings.length < MOST_FINDINGS) {
      const name = `request ${number} of seed ${seed} (${kind}, ${target.key})`
      report.findings.push(`${name}: ${fault}\n${found.told}\n${shown(found.answer)}`)
    }
    await mend(things, target, found)
    if (number % 500 === 499) await things.tidy()
    onProgress?.(number + 1 - from, report)
  }
  client.close()
  return report
}

/** What the running program says of its answers. */
async function documentCheck({ send }: ReturnType<typeof httpClient>) {
  const asked = { method: 'GET', url: '/api/openapi.json', headers: {}, body: undefined }
  return openapiCheck(JSON.parse((await send(asked)).body))
}

const MOST_FINDINGS = 25

/** Two of five are good, two are spoiled, and one is no HTTP at all. */
const kinds: Kind[] = ['valid', 'mutated', 'raw', 'mutated', 'valid']

type Found = {
  sent: Sent | undefined
  told: string
  answer: Answered | undefined
  fault?: string
}

async function sendOne(
  kind: Kind,
  target: Target,
  things: Things,
  own: Dice,
  send: (sent: Sent) => Promise<Answered>,
): Promise<Found> {
  if (kind === 'raw') {
    const raw = rawRequest(target, own)
    const told = JSON.stringify(raw).slice(0, 2000)
    const answer = await sendRaw(things.port, raw)
    return { sent: undefined, told, answer }
  }
  const parts = await validParts(target, things, own)
  const sent = kind === 'valid' ? sentOf(parts) : mutated(target, parts, things, own)
  const told = curlOf(sent)
  const token = things.tokens[sent.as]
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...sent.headers }
  try {
    return { sent, told, answer: await send({ ...sent, headers }) }
  } catch (error) {
    return { sent, told, answer: undefined, fault: `was not answered: ${error}` }
  }
}

function judge(
  target: Target,
  { sent, answer }: Found,
  facts: Parameters<typeof faultOf>[3],
): string | undefined {
  if (!answer) return undefined
  if (!sent) return faultOfAny({ url: '', body: undefined }, answer, facts.secrets)
  try {
    return faultOf(target, sent, answer, facts)
  } catch (error) {
    return `could not be read: ${error}`
  }
}

/** Puts back what a request used up, and keeps the bookmark that it was given. */
async function mend(
  things: Things,
  { path, key }: Target,
  { answer }: Found,
): Promise<void> {
  if (!answer || answer.status < 200 || answer.status > 299) return
  if (/\/(login|logout|end|end-all)$/.test(path)) await things.renewSessions()
  if (/\/(delete|prepare)$/.test(path)) await things.renewDraft()
  const cursor = /"next_cursor":"([^"]+)"/.exec(answer.body)?.[1]
  if (cursor && key.startsWith('GET')) things.cursors.set(path, cursor)
}

function emptyReport(targets: Target[]): FuzzReport {
  const none = { valid: 0, mutated: 0, raw: 0, succeeded: 0 }
  return {
    findings: [],
    statuses: { valid: new Map(), mutated: new Map(), raw: new Map() },
    routes: new Map(targets.map(({ key }) => [key, { ...none }])),
  }
}

function count(
  report: FuzzReport,
  kind: Kind,
  { key, method }: Target,
  { sent, answer }: Found,
): void {
  const status = answer?.status ?? 0
  const statuses = report.statuses[kind]
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const route = report.routes.get(key)
  if (!route) return
  route[kind] += 1
  // A spoiled address may be that of another route.
  if (kind !== 'valid') return
  if (sent?.method === method && status >= 200 && status < 300) route.succeeded += 1
}

function shown(answer: Answered | undefined): string {
  return answer ? `${answer.status} ${answer.body.slice(0, 1000)}` : 'nothing'
}
