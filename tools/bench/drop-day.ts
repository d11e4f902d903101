import { once } from 'node:events'
import { type ClientRequest, get } from 'node:http'
import { Problem } from '@platemark/api/problem'
import autocannon from 'autocannon'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../local/api.ts'

/** A drop day against a running installation. */
type DropDay = {
  /** Origin of the installation or of the proxy before it. */
  url: string
  /** Collection that opens: network alias and address or slug. */
  chain: string
  collection: string
  /** Visitors: each loads the page, reads the collection and asks for the eligibility of its wallet. */
  visitors: number
  /** Event streams of live counts that stay open meanwhile. */
  streams: number
  /** Called for each stream; returns the function that takes its events as text. */
  addListener?: () => (text: string) => void
  /** Concurrent connections of each kind of request. */
  connections: number
}

/** Answers to one kind of request, and how long they took in milliseconds. */
export type Row = {
  name: string
  /** Answers per second. */
  rate: number
  p50: number
  p99: number
  statuses: Record<string, number>
  /** Requests without an answer. */
  errors: number
}

/** Share of visitors who sign in. */
const SIGN_IN_SHARE = 0.02
const SIGN_INS_AT_ONCE = 10
const STREAMS_AT_ONCE = 50
const TIMEOUT_SECONDS = 30

/** Plays the day: all kinds of requests at the same time, while the streams are open. */
export async function playDropDay(day: DropDay): Promise<Row[]> {
  const { url, chain, collection } = day
  const page = `/collection/${chain}/${collection}`
  const call = `/api/contract/${chain}/${collection}`
  const files = await listFiles(url + page)
  const streams = await openStreams(day)
  const [pages, scripts, reads, wallets, signIns] = await Promise.all([
    send(day, 'page', () => page),
    send(day, 'scripts', (at) => files[at % files.length] ?? page),
    send(day, 'collection', () => call),
    send(day, 'eligibility', () => `${call}/eligibility?address=${randomWallet()}`),
    signInSome(day),
  ])
  const counts = streams.end()
  const others = day.streams > 0 ? [counts] : []
  return [pages, scripts, reads, wallets, signIns, ...others]
}

/** Sends a request of each visitor, every one as another client if the proxy is trusted. */
async function send(
  { url, visitors, connections }: DropDay,
  name: string,
  pathOf: (at: number) => string,
): Promise<Row> {
  let count = 0
  const result = await autocannon({
    url,
    connections,
    amount: visitors,
    timeout: TIMEOUT_SECONDS,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => {
          count += 1
          return {
            ...request,
            path: pathOf(count),
            headers: {
              accept: name === 'page' ? 'text/html' : '*/*',
              'accept-encoding': 'br',
              'x-forwarded-for': clientAddress(count),
            },
          }
        },
      },
    ],
  })
  const { statusCodeStats, latency, requests, errors, duration } = result
  const counts = Object.entries(statusCodeStats)
  return {
    ...{ name, rate: requests.total / duration, p50: latency.p50, p99: latency.p99 },
    statuses: Object.fromEntries(counts.map(([status, { count }]) => [status, count])),
    errors,
  }
}

/** Returns the scripts and style sheets that a page names. */
async function listFiles(url: string): Promise<string[]> {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`page failed: got ${response.status} of ${url}`)
  const html = await response.text()
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
}

/** Signs in two of a hundred visitors, each with a wallet of its own. */
async function signInSome({ url, visitors }: DropDay): Promise<Row> {
  const recorder = startRecorder()
  let left = Math.ceil(visitors * SIGN_IN_SHARE)
  const work = async () => {
    while (left > 0) {
      left -= 1
      await recorder.add(() =>
        signIn(url, privateKeyToAccount(generatePrivateKey())).then(
          () => 200,
          (error) => (error instanceof Problem ? error.status : Promise.reject(error)),
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, work))
  return recorder.end('sign-in')
}

/** Opens the streams of live counts; `end` closes them and returns what they got. */
export async function openStreams({
  url,
  chain,
  collection,
  streams,
  addListener,
}: Omit<DropDay, 'visitors' | 'connections'>) {
  const open: ClientRequest[] = []
  const recorder = startRecorder()
  let events = 0
  const openOne = async (at: number) => {
    const request = get(`${url}/api/contract/${chain}/${collection}/events`, {
      agent: false,
      headers: { 'x-forwarded-for': clientAddress(at) },
    })
    request.on('error', () => {})
    open.push(request)
    const [response] = await once(request, 'response')
    const listen = addListener?.()
    response.on('data', (bytes: Buffer) => {
      events += 1
      listen?.(bytes.toString())
    })
    response.on('error', () => {})
    return response.statusCode
  }
  for (let at = 0; at < streams; at += STREAMS_AT_ONCE) {
    const length = Math.min(STREAMS_AT_ONCE, streams - at)
    const some = Array.from({ length }, (_, of) => recorder.add(() => openOne(at + of)))
    await Promise.all(some)
  }
  const row = recorder.end('live counts')
  return {
    end(): Row {
      for (const request of open) request.destroy()
      return { ...row, name: `live counts (${events} pieces)` }
    },
  }
}

/** Records the answers to one kind of request as they arrive. */
function startRecorder() {
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let errors = 0
  const began = performance.now()
  const percentile = (share: number) =>
    Math.round(times[Math.floor(times.length * share)] ?? Number.NaN)
  return {
    /** Sends a request, which resolves with the status of its answer. */
    async add(send: () => Promise<number>): Promise<void> {
      const start = performance.now()
      try {
        const status = await send()
        statuses[status] = (statuses[status] ?? 0) + 1
        times.push(performance.now() - start)
      } catch {
        errors += 1
      }
    },
    end(name: string): Row {
      const seconds = (performance.now() - began) / 1000
      times.sort((one, other) => one - other)
      const [p50, p99] = [percentile(0.5), percentile(0.99)]
      return { name, rate: times.length / seconds, p50, p99, statuses, errors }
    },
  }
}

/** Returns rows as lines of a table with a title line. */
export function formatRows(rows: Row[]): string {
  const lines = rows.map(({ name, rate, p50, p99, errors, statuses }) => {
    const counts = Object.entries(statuses).map(
      ([status, count]) => `${status}: ${count}`,
    )
    const figures = [rate.toFixed(0).padStart(10), ...[p50, p99].map(toColumn)]
    const all = [name.padEnd(27), ...figures, String(errors).padStart(8)]
    return `${all.join('')}  ${counts.join(', ')}`
  })
  const title =
    '                            answers/s   p50 ms   p99 ms  errors  statuses'
  return [title, ...lines].join('\n')
}

function toColumn(figure: number): string {
  return String(figure).padStart(9)
}

/** Address of a client behind a trusted proxy, of another network for each number. */
function clientAddress(at: number): string {
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
}

function randomWallet(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return `0x${Buffer.from(bytes).toString('hex')}`
}
