import type { Collection, Picture } from '@platemark/api/collections'
import type { Draft } from '@platemark/api/studio'
import { type PageTexts, toPageTexts } from './page-texts.ts'

/** One version of the page of a collection. */
export type SavedPage = {
  texts: PageTexts
  /** Null: the plate of the contract stands there. */
  image: Picture | null
  cover: Picture | null
  visibility: Draft['visibility']
  /** Names the version. */
  updatedAt: string
  /** Account that saved it; null: not known. */
  updatedBy: string | null
}

/** Returns the version of a page that its owner read; undefined for the answer to others. */
export function pageOfCollection(collection: Collection): SavedPage | undefined {
  const { own, image, cover, hidden } = collection
  if (!own) return undefined
  return {
    texts: toPageTexts(collection),
    image: image.is_plate ? null : image,
    cover,
    visibility: hidden ? 'hidden' : 'shown',
    updatedAt: own.updated_at,
    updatedBy: own.updated_by,
  }
}

/** Returns the version of a page that a call of the studio answers with. */
export function pageOfDraft(draft: Draft): SavedPage {
  const { fields, image, cover, visibility, updated_at } = draft
  return {
    texts: toPageTexts(fields),
    ...{ image, cover, visibility },
    updatedAt: updated_at,
    updatedBy: null,
  }
}
