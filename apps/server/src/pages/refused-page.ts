import { Problem } from '@platemark/api/problem'
import type { FastifyReply } from 'fastify'

/** Refused request of a page: beyond the client's limit (429), or of the process (503). */
export type Refusal = { status: 429 | 503; retryAfter: string | undefined }

/** Converts the `Problem` of a limit; throws every other error. */
export function readRefusal(error: unknown): Refusal {
  if (!(error instanceof Problem)) throw error
  const { status, retryAfter = 5 } = error
  if (status !== 429 && status !== 503) throw error
  return { status, retryAfter: String(retryAfter) }
}

const words = {
  429: ['Too many requests', 'Too many requests came from your network.'],
  503: ['Too many visitors', 'This site has more visitors than it can serve right now.'],
} as const

/** Sends a small page without data or scripts, so that a refused request costs nothing. */
export function sendRefusal(
  reply: FastifyReply,
  { status, retryAfter = '5' }: Refusal,
): FastifyReply {
  return reply
    .code(status)
    .headers({ 'retry-after': retryAfter, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(renderRefusal(status, retryAfter))
}

/** Renders the page of a refused request; `seconds` pass until the next is answered. */
export function renderRefusal(status: Refusal['status'], seconds: string): string {
  const [title, reason] = words[status]
  const wait = seconds === '1' ? '1 second' : `${seconds} seconds`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"></head><body><main><h1>${title}</h1><p>${reason} Nothing you minted or saved is affected.</p><p><a href="">Load the page again</a> in ${wait}.</p></main></body></html>`
}
