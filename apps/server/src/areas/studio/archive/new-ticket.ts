import { randomBytes } from 'node:crypto'

/** Milliseconds for which the address of a CAR file needs no token. */
export const TICKET_MS = 3_600_000

/** Returns a secret address for a download, which browsers start without a token. */
export function newTicket(now: Date) {
  const ticket = randomBytes(32).toString('hex')
  return { ticket, ticket_ends_at: new Date(now.getTime() + TICKET_MS) }
}
