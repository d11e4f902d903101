import type { FastifyReply } from 'fastify'

/** An answer before it is sent: what is done to all of them reads and changes this. */
export type Answer = {
  status: number
  /** By name in lower case. */
  headers: AnswerHeaders
  body: unknown
}

export type AnswerHeaders = ReturnType<FastifyReply['getHeaders']>

/** Tells caches that the answer depends on a header of the request. */
export function varyBy(headers: AnswerHeaders, header: string): void {
  const others = headers.vary
  if (others === undefined) headers.vary = header
  else if (!String(others).split(', ').includes(header)) {
    headers.vary = `${others}, ${header}`
  }
}
