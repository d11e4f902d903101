import type { PictureNotes } from '@platemark/api/fields'
import { Problem } from '@platemark/api/problem'
import type { getUser as endpoint, updateUser as update } from '@platemark/api/profile'
import { checksumAddress } from 'viem'
import type * as z from 'zod/mini'
import type { Database } from '../../database/database.ts'
import { storeAvatar } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import { consumeUploadLimit } from '../../http/rate-limits.ts'
import type { Serializable } from '../../http/response-schema.ts'
import type { Session } from '../../http/session.ts'
import { countClaimableAchievements } from '../achievements/service/lists.ts'
import { toBalance } from '../earnings/service/balance.ts'
import type { OwedReader } from '../earnings/service/owed-amounts.ts'
import { findUser, lockUsername, saveUser, type UserChanges } from './queries.ts'

type User = Serializable<z.output<(typeof endpoint.replies)[200]>>

/** Returns the signed-in user with the withdrawable balance. */
export async function getUser(
  context: AppContext,
  session: Session,
  readOwed: OwedReader,
): Promise<User> {
  const found = await findUser(context.database, session.user_id)
  if (!found) throw new Problem('unauthenticated')
  const { avatar_file, username_changed_at, ...user } = found
  return {
    ...user,
    ...toBalance(context, await readOwed(session)),
    address: checksumAddress(session.address),
    account_chain:
      context.chains.find(({ id }) => id === session.proven_on)?.alias ?? null,
    avatar_url: avatar_file && `/files/${avatar_file}`,
    claimable_achievements: await countClaimableAchievements(context, session.user_id),
    username_fixed_until: fixedUntil(context, username_changed_at),
  }
}

/**
 * Updates all named fields of a user, or none. Throws `validation_failed` for a username
 * that is taken, reserved or changed too soon.
 */
export async function updateUser(
  context: AppContext,
  { user_id }: Session,
  fields: z.output<typeof update.body>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return
  const { database, clock } = context
  await database.transaction().execute(async (transaction) => {
    const { username, ...others } = fields
    const named = await changeOfUsername(context, transaction, user_id, username)
    const isSaved = await saveUser(transaction, user_id, { ...others, ...named }, clock())
    if (!isSaved) throw refusedUsername('This username is taken.')
  })
}

/**
 * Sets or removes the avatar; the former file stays, because another user may have
 * uploaded the same picture. Returns what was not kept of it. Throws as `storeAvatar`, and `too_many_requests`.
 */
export async function updateAvatar(
  context: AppContext,
  { user_id }: Session,
  { avatar, remove }: { avatar?: Uint8Array; remove?: '1' | undefined },
): Promise<PictureNotes> {
  if (!avatar === !remove) {
    const fields = { avatar: ['Send either a picture or the field remove.'] }
    throw new Problem('validation_failed', undefined, { fields })
  }
  const { database, configuration, clock, files } = context
  if (avatar) await consumeUploadLimit(context, user_id)
  const stored = avatar && (await storeAvatar(files, avatar, configuration.limits))
  await saveUser(database, user_id, { avatar_file: stored?.name ?? null }, clock())
  return stored && stored.notes.length > 0 ? { avatar: stored.notes } : {}
}

/**
 * Returns the changes of a new username. The first one is free; each later change or
 * removal starts the period in which no other can be taken.
 */
async function changeOfUsername(
  context: AppContext,
  transaction: Database,
  user_id: string,
  username: string | null | undefined,
): Promise<UserChanges> {
  if (username === undefined) return {}
  const user = await lockUsername(transaction, user_id)
  if (!user || username === user.username) return {}
  if (username !== null) refuseReserved(context, username)
  const until = fixedUntil(context, user.username_changed_at)
  if (username !== null && until) {
    throw refusedUsername(`You can change it again on ${dateOf(until)}.`)
  }
  const isFirst = user.username === null && user.username_changed_at === null
  if (isFirst || until) return { username }
  return { username, username_changed_at: context.clock() }
}

function fixedUntil(
  { configuration, clock }: AppContext,
  changedAt: Date | null,
): Date | null {
  if (!changedAt) return null
  const days = configuration.limits.username_days
  const until = new Date(changedAt.getTime() + days * 86_400_000)
  return until > clock() ? until : null
}

function refuseReserved({ configuration }: AppContext, username: string): void {
  const { reserved_usernames, product_name } = configuration
  const isReserved = [...reserved_usernames, product_name].some(
    (word) => lettersOf(word) === lettersOf(username),
  )
  if (isReserved) throw refusedUsername('This username is reserved.')
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function refusedUsername(sentence: string): Problem {
  const fields = { username: [sentence] }
  return new Problem('validation_failed', undefined, { fields })
}

function dateOf(time: Date): string {
  return time.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
