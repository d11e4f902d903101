import { Problem } from '@platemark/api/problem'
import type { Draft, PicturedDraft } from '@platemark/api/studio'
import type { StoredPicture } from '../../files/images.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import {
  changeOwnCollection,
  findOwnCollection,
  isOtherVersion,
  markDeleted,
  type OwnCollection,
  type Rights,
  refuseChangedElsewhere,
} from '../collections/service.ts'
import { deleteEditors } from '../ownership/service.ts'
import { toDraftFields } from './describe-draft.ts'
import { describeOwn } from './describe-own.ts'
import { lockOpenDraft, openDraft } from './open-draft.ts'
import { deleteArchive } from './queries/archives.ts'
import {
  deleteDraft,
  findDraft,
  type PageChanges,
  updateDraftPage,
} from './queries/drafts.ts'
import { deleteOtherLists } from './queries/lists.ts'
import { deleteSet } from './queries/sets.ts'
import { deleteWorkUploads } from './queries/uploads.ts'
import { collectNotes, storeUpload } from './store-upload.ts'

/** Picture to set, or the flag to remove the current one, and the version that it changes. */
type PictureChange = {
  picture?: Uint8Array | undefined
  remove?: '1' | undefined
  ifUpdatedAt?: string | undefined
}

/**
 * Lists a collection of the caller, or sets its draft to be listed. Throws `not_found`
 * and `deployment_pending`.
 */
export function showCollection(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Draft> {
  return change(context, session, id, { visibility: 'shown' })
}

/** Unlists a collection of the caller. Throws as `showCollection` does. */
export function hideCollection(
  context: AppContext,
  session: Session,
  id: string,
): Promise<Draft> {
  return change(context, session, id, { visibility: 'hidden' })
}

/**
 * Sets the picture of a draft or collection, or removes it with its film. Throws as `showCollection` and
 * `storeUpload`, `blocked`, `metadata_frozen`, and `changed_elsewhere` with the present version.
 */
export async function updateImage(
  context: AppContext,
  session: Session,
  id: string,
  sent: PictureChange,
): Promise<PicturedDraft> {
  refuseBothOrNone(sent, 'image')
  const collection = await openPage(context, session, id, sent)
  if (collection?.is_metadata_frozen) throw new Problem('metadata_frozen')
  const image = await storePicture(context, session, id, sent)
  // A film without the image before it would have no poster.
  const changes = image
    ? { image_file: image.name }
    : { image_file: null, animation_file: null }
  const terms = { ifUpdatedAt: sent.ifUpdatedAt, rights: 'editor' } as const
  const draft = await change(context, session, id, changes, terms)
  return { ...draft, picture_notes: collectNotes({ image }) }
}

/**
 * Sets or removes the cover. Throws as `showCollection` and `storeUpload`, `blocked`, and
 * `changed_elsewhere` with the present version.
 */
export async function updateCover(
  context: AppContext,
  session: Session,
  id: string,
  sent: PictureChange,
): Promise<PicturedDraft> {
  refuseBothOrNone(sent, 'cover')
  await openPage(context, session, id, sent)
  const cover = await storePicture(context, session, id, sent)
  const changes = { cover_file: cover?.name ?? null }
  const terms = { ifUpdatedAt: sent.ifUpdatedAt, rights: 'editor' } as const
  const draft = await change(context, session, id, changes, terms)
  return { ...draft, picture_notes: collectNotes({ cover }) }
}

/** Stores a picture as its draft decides on camera data; a collection without one removes it. */
async function storePicture(
  context: AppContext,
  session: Session,
  id: string,
  { picture }: PictureChange,
): Promise<StoredPicture | undefined> {
  const draft = await findDraft(context.database, id, session, 'editor')
  const keeps_camera_data = draft
    ? toDraftFields(context, draft).keeps_camera_data
    : false
  return storeUpload(context, session.user_id, picture, { keeps_camera_data })
}

/**
 * Deletes a draft, or removes a collection from the site but not from the chain. Throws
 * as `showCollection` does.
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
      await deleteSet(transaction, id)
    }
    // The collection's draft is deleted too: otherwise a reorg could restore the page.
    await deleteDraft(transaction, id)
    await deleteArchive(transaction, id)
    await deleteEditors(transaction, id)
  })
}

/** The version that a change is made to (undefined: any), and the least right for it. */
type ChangeTerms = { ifUpdatedAt?: string | undefined; rights?: Rights }

async function change(
  context: AppContext,
  session: Session,
  id: string,
  changes: PageChanges,
  { ifUpdatedAt, rights = 'owner' }: ChangeTerms = {},
): Promise<Draft> {
  const readPresent = () => describeOwn(context, session, id, rights)
  if (await findChangeable(context, session, id, rights)) {
    // Showing or hiding a collection also ends its unlisted state as deployed without
    // this site.
    const all = { ...changes, ...(changes.visibility && { is_unlisted: false }) }
    const precondition = { ifUpdatedAt, readPresent, rights }
    await changeOwnCollection(context, session, id, all, precondition)
  } else {
    const isChanged = await changeDraft(context, session, id, {
      ...{ changes, ifUpdatedAt, rights },
    })
    if (!isChanged) await refuseChangedElsewhere(readPresent)
  }
  return readPresent()
}

/** Changes an open draft; returns false if its version is not that of `ifUpdatedAt`. */
async function changeDraft(
  { database, clock }: AppContext,
  session: Session,
  id: string,
  {
    changes,
    ifUpdatedAt,
    rights,
  }: { changes: PageChanges; ifUpdatedAt: string | undefined; rights: Rights },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const locked = await lockOpenDraft(transaction, session, id, rights)
    if (isOtherVersion(locked, ifUpdatedAt)) return false
    if (changes.image_file !== undefined) {
      await deleteWorkUploads(transaction, id)
    }
    await updateDraftPage(transaction, id, changes, clock())
    return true
  })
}

/**
 * Finds the collection that the caller may change; undefined for a draft. Throws
 * `not_found`, also where the caller lacks the rights, and `deployment_pending`.
 */
async function findChangeable(
  context: AppContext,
  session: Session,
  id: string,
  rights: Rights = 'owner',
): Promise<OwnCollection | undefined> {
  const draft = await findDraft(context.database, id, session, rights)
  if (draft && draft.collection_id === null) {
    await openDraft(context, session, id, rights)
    return undefined
  }
  const collection = await findOwnCollection(context, session, id, rights)
  if (!collection) throw missing()
  return collection
}

/**
 * Finds the collection whose pictures may be changed; undefined for a draft. A blocked page stays
 * as it was when it was blocked. Another version is refused before the picture is stored.
 */
async function openPage(
  context: AppContext,
  session: Session,
  id: string,
  { ifUpdatedAt }: PictureChange,
): Promise<OwnCollection | undefined> {
  const collection = await findChangeable(context, session, id, 'editor')
  if (!collection) return undefined
  if (collection.blocked_at) throw new Problem('blocked', unchangeable)
  if (isOtherVersion(collection, ifUpdatedAt)) {
    await refuseChangedElsewhere(() => describeOwn(context, session, id, 'editor'))
  }
  return collection
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
