import type { ReactNode } from 'react'
import { OwnPage, ownPart } from '../own-page.tsx'
import { EditSkeleton } from './edit-skeleton.tsx'

const part = ownPart(async () => (await import('./own-edit.tsx')).OwnEdit)

/**
 * Page that edits the page of a collection. It exists for those who may edit it only: everyone
 * else gets `missing`, also signed out.
 */
export function EditPage({ missing }: { missing: ReactNode }) {
  return (
    <OwnPage title="Edit" skeleton={<EditSkeleton />} part={part} missing={missing} />
  )
}
