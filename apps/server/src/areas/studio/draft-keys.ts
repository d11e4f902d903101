import { createHash } from 'node:crypto'
import { Problem } from '@platemark/api/problem'
import { type DraftFields, idempotencyKey } from '@platemark/api/studio'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { claimDraftKey, findDraftKey } from './queries/draft-keys.ts'

const REMEMBERED_MS = 24 * 3_600_000

/** A request that its client gave a name of its own, and a hash of all it holds. */
type NamedRequest = { user_id: string; key: string; request_hash: string }

/** What a client sends to make a draft. */
type Sent = { fields: DraftFields; image?: Uint8Array; cover?: Uint8Array }

/** Undefined for a request without a key. Throws `validation_failed` for one that is none. */
export function toNamedRequest(
  user_id: string,
  key: string | undefined,
  { fields, image, cover }: Sent,
): NamedRequest | undefined {
  if (key === undefined) return undefined
  const parsed = idempotencyKey.safeParse(key)
  if (!parsed.success) throw refused(parsed.error.issues.map(({ message }) => message))
  const parts = [JSON.stringify(fields), hashOf(image ?? ''), hashOf(cover ?? '')]
  return { user_id, key, request_hash: hashOf(parts.join(' ')) }
}

/**
 * Id of the draft that the same request made in the last 24 hours. Throws `validation_failed`
 * when another request had the key.
 */
export async function findCreatedDraft(
  { database, clock }: AppContext,
  request: NamedRequest,
): Promise<string | undefined> {
  const found = await findDraftKey(database, request, since(clock()))
  if (found && found.request_hash !== request.request_hash) {
    throw refused(['Another request had this key. Use a new one.'])
  }
  return found?.draft_id
}

/** Takes the key of a request for a draft; false when the same key is taken by now. */
export function claimKey(
  transaction: Database,
  request: NamedRequest,
  draft_id: string,
  now: Date,
): Promise<boolean> {
  return claimDraftKey(transaction, { ...request, draft_id }, { now, since: since(now) })
}

function since(now: Date): Date {
  return new Date(now.getTime() - REMEMBERED_MS)
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function refused(sentences: string[]): Problem {
  const fields = { 'idempotency-key': sentences }
  return new Problem('validation_failed', undefined, { fields })
}
