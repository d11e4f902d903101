import './lists.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useOwnRpc } from '../airdrop/airdrop-terms.ts'
import { type ChainTerms, chainNow } from '../changes/chain-terms.ts'
import { ChangeFrame } from '../changes/change-frame.tsx'
import { useOwnCall } from '../changes/use-own-call.ts'
import { useTypedChange } from '../changes/use-typed-change.ts'
import type { ChangeProps } from '../page/change-props.ts'
import { LiveListPart } from './live-list-part.tsx'
import { liveListsQuery } from './live-lists.ts'
import { NextListPart, noNext } from './next-list-part.tsx'

/** Adds, replaces and removes allowlists of a live collection. */
export function ListsChange(props: ChangeProps) {
  return (
    <ChangeFrame {...props} title="Change the allowlists">
      {(terms) => <ListsForm {...props} terms={terms} />}
    </ChangeFrame>
  )
}

function ListsForm({ own, terms }: ChangeProps & { terms: ChainTerms }) {
  const { network } = own
  const queries = useQueryClient()
  const now = () => chainNow(terms)
  const read = useQuery(liveListsQuery(useOwnRpc(own), own, now))
  const error = useLastError(read)
  const stored = useTypedChange(own, 'lists', noNext)
  const [isNew, setNew] = useState(false)
  const call = useOwnCall(own, 'lists', (mined) => {
    void queries.invalidateQueries({ queryKey: ['live lists'] })
    if (mined === stored.values.label) stored.discard()
  })
  return (
    <>
      <p className="small">
        A list is replaced by two transactions, each signed alone: the first adds the new
        list, the second removes the old one. In this order no wallet that is on both is
        ever without a list.
      </p>
      <CallPanel call={call} />
      {stored.isTyped && (
        <NextListPart
          next={stored.values}
          {...{ call, isNew }}
          onDiscard={stored.discard}
        />
      )}
      {!read.data && error && (
        <Failure
          level="h3"
          title="The lists could not be read"
          text={`${network.name} did not return the lists of this collection. Nothing was changed; try again in a moment.`}
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {!read.data && !error && <Skeleton width="100%" height={120} />}
      {read.data?.length === 0 && (
        <p className="muted">There is no list in force on the chain.</p>
      )}
      {read.data?.map((list) => (
        <LiveListPart
          key={list.root}
          {...{ own, list, call, now }}
          notice={Number(terms.overview.notice)}
          onStored={(next) => {
            setNew(true)
            stored.change(next)
          }}
        />
      ))}
    </>
  )
}
