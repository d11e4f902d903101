import { Problem } from '@platemark/api/problem'
import type { Draft } from '@platemark/api/studio'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import {
  changeOwnCollection,
  findOwnCollection,
  markDeleted,
  type OwnCollection,
} from '../collections/service.ts'
import { describeOwn } from './describe-own.ts'
import { lockOpenDraft, openDraft } from './open-draft.ts'
import {
  deleteDraft,
  findDraft,
  type PageChanges,
  updateDraftPage,
} from './queries/drafts.ts'
import { deleteOtherLists } from './queries/lists.ts'
import { storeUpload } from './store-upload.ts'

/** A picture to set, or the word to take the present one away. */
type PictureChange = { picture?: Uint8Array | undefined; remove?: '1' | undefined }

/**
 * Puts a collection of the caller's into the lists, again or for the first time; the collection
 * of a draft begins like that. Throws `not_found` and `deployment_pending`.
 */
export function showCollection(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Draft> {
  return change(context, session, id, { visibility: 'shown' })
}

/** Takes a collection of the caller's out of the lists. Throws as `show` does. */
export function hideCollection(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Draft> {
  return change(context, session, id, { visibility: 'hidden' })
}

/**
 * Sets or removes the picture of a draft or collection. Throws as `show` does, `blocked`,
 * `metadata_frozen` when the contract promises that it stays, and what `storeUpload` throws.
 */
export async function updateImage(
  context: AppContext,
  session: Session,
  id: string,
  sent: PictureChange,
): Promise<Draft> {
  refuseBothOrNone(sent, 'image')
  const collection = await findChangeable(context, session, id)
  refuseBlocked(collection)
  if (collection?.is_metadata_frozen) throw new Problem('metadata_frozen')
  const image_file = await storeUpload(context, session.user_id, sent.picture)
  return change(context, session, id, { image_file })
}

/** Sets or removes the wide picture. Throws as `show` does, `blocked`, and as `storeUpload`. */
export async function updateCover(
  context: AppContext,
  session: Session,
  id: string,
  sent: PictureChange,
): Promise<Draft> {
  refuseBothOrNone(sent, 'cover')
  refuseBlocked(await findChangeable(context, session, id))
  const cover_file = await storeUpload(context, session.user_id, sent.picture)
  return change(context, session, id, { cover_file })
}

/**
 * Deletes a draft, or takes a collection off the site: its contract stays where it is. Throws as
 * `show` does.
 */
export async function deleteContract(
  context: AppContext,
  session: Session,
  id: string,
): Promise<void> {
  const { database, clock } = context
  const collection = await findChangeable(context, session, id)
  await database.transaction().execute(async (transaction) => {
    if (collection) {
      const isDeleted = await markDeleted(transaction, session, id, clock())
      if (!isDeleted) throw missing()
    } else {
      await lockOpenDraft(transaction, session, id)
      await deleteOtherLists(transaction, id, null)
    }
    // The draft of a collection goes with it: nothing may bring the page back.
    await deleteDraft(transaction, id)
  })
}

async function change(
  context: AppContext,
  session: Session,
  id: string,
  changes: PageChanges,
): Promise<Draft> {
  if (await findChangeable(context, session, id)) {
    // Whoever shows or hides a collection has seen it: it is no stranger's find any more.
    const seen = changes.visibility ? { is_unlisted: false } : {}
    await changeOwnCollection(context, session, id, { ...changes, ...seen })
  } else {
    await changeDraft(context, session, id, changes)
  }
  return describeOwn(context, session, id)
}

async function changeDraft(
  { database, clock }: AppContext,
  session: Session,
  id: string,
  changes: PageChanges,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockOpenDraft(transaction, session, id)
    await updateDraftPage(transaction, id, changes, clock())
  })
}

/**
 * The collection that may be changed under this id; undefined when a draft has it that may.
 * Throws `not_found` also for somebody else's, and `deployment_pending`.
 */
async function findChangeable(
  context: AppContext,
  session: Session,
  id: string,
): Promise<OwnCollection | undefined> {
  const draft = await findDraft(context.database, id, session)
  if (draft && draft.collection_id === null) {
    await openDraft(context, session, id)
    return undefined
  }
  const collection = await findOwnCollection(context, session, id)
  if (!collection) throw missing()
  return collection
}

/** What visitors do not see stays as it was when it was blocked. */
function refuseBlocked(collection: OwnCollection | undefined): void {
  if (collection?.blocked_at) throw new Problem('blocked', unchangeable)
}

function refuseBothOrNone({ picture, remove }: PictureChange, name: string): void {
  if (!picture !== !remove) return
  const fields = { [name]: ['Send either a picture or the field remove.'] }
  throw new Problem('validation_failed', undefined, { fields })
}

const unchangeable =
  'The operator has blocked this collection: its page cannot be changed.'

function missing(): Problem {
  return new Problem('not_found')
}
