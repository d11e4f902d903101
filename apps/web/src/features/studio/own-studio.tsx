import type { User } from '@platemark/api/profile'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../components/failure.tsx'
import { studioQuery } from '../../components/studio-query.ts'
import { useLastError } from '../../lib/use-last-error.ts'
import { EmptyBlock } from '../../ui/block.tsx'
import { Link } from '../../ui/link.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditorsDialog } from './editors/editors-dialog.tsx'
import { Offers } from './editors/offers.tsx'
import { EntryList } from './entry-list.tsx'
import { isOwnEntry } from './entry-state.ts'
import { StudioSkeleton } from './studio-skeleton.tsx'
import { StudioSums } from './studio-sums.tsx'

/** Studio of the signed-in user: sums, then every draft and collection. */
export function OwnStudio({ user }: { user: User }) {
  const read = useQuery({ ...studioQuery(), staleTime: 0 })
  const error = useLastError(read)
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const entries = read.data?.data
  if (!entries && error) {
    return (
      <Failure
        level="h2"
        title="Your collections could not be loaded"
        text="They are safe on their networks, and your drafts on this site. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!entries) return <StudioSkeleton />
  if (entries.length === 0) {
    return (
      <>
        <Offers />
        <NothingYet />
      </>
    )
  }
  return (
    <>
      <Offers />
      <StudioSums
        entries={entries.filter((entry) => isOwnEntry(entry, user))}
        user={user}
      />
      <EntryList
        entries={entries}
        user={user}
        onDelete={setDeletedId}
        onEditors={setEditedId}
      />
      <DeleteDialog
        entry={entries.find(({ contract_id }) => contract_id === deletedId)}
        onClose={() => setDeletedId(null)}
      />
      <EditorsDialog
        entry={entries.find(({ contract_id }) => contract_id === editedId)}
        onClose={() => setEditedId(null)}
      />
    </>
  )
}

function NothingYet() {
  return (
    <EmptyBlock
      level="h2"
      title="Nothing on the press yet"
      actions={
        <Link className="button" href="/create">
          Create your first collection
        </Link>
      }
    >
      Collections you start appear here from the first image on, saved as drafts.
      Deploying costs only the network fee.
    </EmptyBlock>
  )
}
