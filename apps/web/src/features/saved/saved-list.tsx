import type { ReactNode } from 'react'
import { EmptyBlock } from '../../ui/block.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FollowedCreators } from './followed-creators.tsx'
import { SavedCollections } from './saved-collections.tsx'
import { useShownEntries } from './shown-entries.ts'

/** List of saved entries, or why this browser stores none; `waiting` shows until it is read. */
export function SavedList({ waiting }: { waiting: ReactNode }) {
  const list = useShownEntries()
  if (!list) return waiting
  const { entries, isKept } = list
  return (
    <>
      {!isKept && (
        <Notice kind="warning" title="Your browser does not let this site store data.">
          What you save lasts until you close or reload the page.
        </Notice>
      )}
      {entries.length === 0 ? (
        <NothingSaved />
      ) : (
        <>
          <SavedCollections
            entries={entries.filter(({ kind }) => kind === 'collection')}
          />
          <FollowedCreators entries={entries.filter(({ kind }) => kind === 'creator')} />
        </>
      )}
    </>
  )
}

function NothingSaved() {
  return (
    <EmptyBlock
      level="h2"
      title="Nothing saved yet"
      actions={
        <Link className="button" href="/collections">
          Browse collections
        </Link>
      }
    >
      Save is on the page of each collection, and Follow on the page of each creator.
    </EmptyBlock>
  )
}
