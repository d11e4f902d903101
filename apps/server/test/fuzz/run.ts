import type { Route } from '../calls.ts'
import { type FuzzResponse, httpClient } from './client.ts'
import type { Fixtures } from './fixtures.ts'
import { mutateRequest } from './mutate.ts'
import { openapiCheck } from './openapi-check.ts'
import { findFault, findServerFault } from './oracle.ts'
import { createPrng, type Prng } from './prng.ts'
import { rawRequest } from './raw.ts'
import { type Sent, type Target, toCurlCommand, toSentRequest } from './request.ts'
import { sendRaw } from './socket.ts'
import { listTargets } from './targets.ts'
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
  fixtures: Fixtures,
  routes: Route[],
  { requests, seed, from = 0, onProgress }: Options,
): Promise<FuzzReport> {
  const targets = listTargets(routes)
  const client = httpClient(fixtures.port)
  const facts = { check: await documentCheck(client), secrets: fixtures.secrets }
  const report = emptyReport(targets)
  for (let number = from; number < from + requests; number += 1) {
    const target = targets[number % targets.length]
    if (!target) throw new Error('There are no routes.')
    const kind = kinds[Math.floor(number / targets.length) % kinds.length] ?? 'valid'
    // Each has a chance of its own, so that one can be sent again without those before it.
    const own = createPrng(seed * 1_000_003 + number)
    const found = await sendOne(kind, target, fixtures, own, client.send)
    count(report, kind, target, found)
    const fault = found.fault ?? checkResponse(target, found, facts)
    if (fault && report.findings.length < MAX_FINDINGS) {
      const name = `request ${number} of seed ${seed} (${kind}, ${target.key})`
      report.findings.push(`${name}: ${fault}\n${found.told}\n${shown(found.answer)}`)
    }
    await repairFixtures(fixtures, target, found)
    if (number % 500 === 499) await fixtures.tidy()
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

const MAX_FINDINGS = 25

/** Two of five are good, two are spoiled, and one is no HTTP at all. */
const kinds: Kind[] = ['valid', 'mutated', 'raw', 'mutated', 'valid']

type Found = {
  sent: Sent | undefined
  told: string
  answer: FuzzResponse | undefined
  fault?: string
}

async function sendOne(
  kind: Kind,
  target: Target,
  fixtures: Fixtures,
  own: Prng,
  send: (sent: Sent) => Promise<FuzzResponse>,
): Promise<Found> {
  if (kind === 'raw') {
    const raw = rawRequest(target, own)
    const told = JSON.stringify(raw).slice(0, 2000)
    const answer = await sendRaw(fixtures.port, raw)
    return { sent: undefined, told, answer }
  }
  const parts = await validParts(target, fixtures, own)
  const sent =
    kind === 'valid' ? toSentRequest(parts) : mutateRequest(target, parts, fixtures, own)
  const told = toCurlCommand(sent)
  const token = fixtures.tokens[sent.as]
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...sent.headers }
  try {
    return { sent, told, answer: await send({ ...sent, headers }) }
  } catch (error) {
    return { sent, told, answer: undefined, fault: `was not answered: ${error}` }
  }
}

function checkResponse(
  target: Target,
  { sent, answer }: Found,
  facts: Parameters<typeof findFault>[3],
): string | undefined {
  if (!answer) return undefined
  if (!sent) return findServerFault({ url: '', body: undefined }, answer, facts.secrets)
  try {
    return findFault(target, sent, answer, facts)
  } catch (error) {
    return `could not be read: ${error}`
  }
}

/** Puts back what a request used up, and keeps the bookmark that it was given. */
async function repairFixtures(
  fixtures: Fixtures,
  { path, key }: Target,
  { answer }: Found,
): Promise<void> {
  if (!answer || answer.status < 200 || answer.status > 299) return
  if (/\/(login|logout|end|end-all)$/.test(path)) await fixtures.renewSessions()
  if (/\/(delete|prepare)$/.test(path)) await fixtures.renewDraft()
  const cursor = /"next_cursor":"([^"]+)"/.exec(answer.body)?.[1]
  if (cursor && key.startsWith('GET')) fixtures.cursors.set(path, cursor)
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

function shown(answer: FuzzResponse | undefined): string {
  return answer ? `${answer.status} ${answer.body.slice(0, 1000)}` : 'nothing'
}
