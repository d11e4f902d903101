import { createHash } from 'node:crypto'
import type { PictureNotes } from '@platemark/api/fields'
import { Problem } from '@platemark/api/problem'
import { idempotencyKey, type NewDraft } from '@platemark/api/studio'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { claimDraftKey, findDraftKey } from './queries/draft-keys.ts'

const REMEMBERED_MS = 24 * 3_600_000

/** Idempotency key of a request, and the hash of its content. */
type NamedRequest = { user_id: string; key: string; request_hash: string }

/** Draft that a request created, and the notes on its pictures. */
type CreatedDraft = { draft_id: string; notes: PictureNotes }

/** Content of a request that creates a draft. */
type Sent = { fields: NewDraft; image?: Uint8Array; cover?: Uint8Array }

/**
 * Returns the keyed request; undefined without a key. Throws `validation_failed` for an
 * invalid key.
 */
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
 * Finds the draft that the same request created in the last 24 hours. Throws
 * `validation_failed` if another request used the key.
 */
export async function findCreatedDraft(
  { database, clock }: AppContext,
  request: NamedRequest,
): Promise<CreatedDraft | undefined> {
  const found = await findDraftKey(database, request, since(clock()))
  if (found && found.request_hash !== request.request_hash) {
    throw refused(['Another request had this key. Use a new one.'])
  }
  return found
}

/** Claims the key of a request for a draft; returns false if it was claimed meanwhile. */
export function claimKey(
  transaction: Database,
  request: NamedRequest,
  created: CreatedDraft,
  now: Date,
): Promise<boolean> {
  return claimDraftKey(
    transaction,
    { ...request, ...created },
    { now, since: since(now) },
  )
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
