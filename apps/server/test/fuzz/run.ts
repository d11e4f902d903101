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
  /** Faults with the request as a shell command; at most 25. */
  findings: string[]
  /** Number of responses by kind and status; 0: no response. */
  statuses: Record<Kind, Map<number, number>>
  /** Requests by route and kind, and those with a 2xx response. */
  routes: Map<string, Record<Kind | 'succeeded', number>>
}

type Options = {
  requests: number
  seed: number
  /** Number of the first request; earlier ones are skipped. */
  from?: number
  onProgress?: (sent: number, report: FuzzReport) => void
}

/** Sends generated requests to all routes in turn, and checks each response. */
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
    if (!target) throw new Error('list of routes is empty')
    const kind = kinds[Math.floor(number / targets.length) % kinds.length] ?? 'valid'
    // Each request has its own generator, so that it can be repeated alone.
    const own = createPrng(seed * 1_000_003 + number)
    const found = await sendOne(kind, target, fixtures, own, client.send)
    count(report, kind, target, found)
    const fault = found.fault ?? checkResponse(target, found, facts)
    if (fault && report.findings.length < MAX_FINDINGS) {
      const name = `request ${number} of seed ${seed} (${kind}, ${target.key})`
      report.findings.push(`${name}: ${fault}\n${found.command}\n${shown(found.answer)}`)
    }
    await repairFixtures(fixtures, target, found)
    if (number % 500 === 499) await fixtures.tidy()
    onProgress?.(number + 1 - from, report)
  }
  client.close()
  return report
}

/** Loads the OpenAPI check of the running server. */
async function documentCheck({ send }: ReturnType<typeof httpClient>) {
  const asked = { method: 'GET', url: '/api/openapi.json', headers: {}, body: undefined }
  return openapiCheck(JSON.parse((await send(asked)).body))
}

const MAX_FINDINGS = 25

/** Two of five are valid, two corrupted, and one is broken HTTP. */
const kinds: Kind[] = ['valid', 'mutated', 'raw', 'mutated', 'valid']

type Found = {
  sent: Sent | undefined
  command: string
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
    const command = JSON.stringify(raw).slice(0, 2000)
    const answer = await sendRaw(fixtures.port, raw)
    return { sent: undefined, command, answer }
  }
  const parts = await validParts(target, fixtures, own)
  const sent =
    kind === 'valid' ? toSentRequest(parts) : mutateRequest(target, parts, fixtures, own)
  const command = toCurlCommand(sent)
  const token = fixtures.tokens[sent.as]
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...sent.headers }
  try {
    return { sent, command, answer: await send({ ...sent, headers }) }
  } catch (error) {
    return { sent, command, answer: undefined, fault: `was not answered: ${error}` }
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

/** Restores what a request consumed, and records its cursor. */
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
  // A corrupted URL may belong to another route.
  if (kind !== 'valid') return
  if (sent?.method === method && status >= 200 && status < 300) route.succeeded += 1
}

function shown(answer: FuzzResponse | undefined): string {
  return answer ? `${answer.status} ${answer.body.slice(0, 1000)}` : 'nothing'
}
