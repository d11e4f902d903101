import './lists.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useOwnRpc } from '../airdrop/airdrop-terms.ts'
import { type ChainTerms, chainNow, toPublicTerms } from '../changes/chain-terms.ts'
import { ChangeFrame } from '../changes/change-frame.tsx'
import { useOwnCall } from '../changes/use-own-call.ts'
import { forgetTypedChange, useTypedChange } from '../changes/use-typed-change.ts'
import type { ChangeProps } from '../page/change-props.ts'
import { forgetRows } from './kept-rows.ts'
import { canChange, isRemovable, LiveListPart } from './live-list-part.tsx'
import { type LiveList, liveListsQuery } from './live-lists.ts'
import { NEW_PHASE, NextListPart, noNext } from './next-list-part.tsx'
import { ListPhaseForm } from './phase-form.tsx'
import { proposePhase } from './propose-phase.ts'

/** Adds, changes and removes allowlists of a live collection. */
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
  // The form that is open is kept too, so that a reload shows it with its texts and rows.
  const opened = useTypedChange(own, 'lists/open', { phase: '' })
  const [isNew, setNew] = useState(false)
  const call = useOwnCall(own, 'lists', (mined) => {
    void queries.invalidateQueries({ queryKey: ['live lists'] })
    const { label, phase } = stored.values
    if (mined !== label) return
    forgetTypedChange(own, `lists/${phase}`)
    void forgetRows(own, phase)
    opened.discard()
    stored.discard()
  })
  const form = {
    ...{ own, terms, onGiveUp: opened.discard },
    onStored(next: typeof noNext) {
      setNew(true)
      stored.change(next)
    },
  }
  const openPhase = stored.isTyped ? '' : opened.values.phase
  const open = (phase: string) =>
    openPhase === phase ? opened.discard() : opened.change({ phase })
  return (
    <>
      <p className="small">
        A new phase takes one transaction. Changing the terms or wallets of a phase takes
        two: the first adds the new list, the second removes the old one. So wallets on
        both are always on a list.
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
          text={`${network.name} did not return the lists of this collection. Nothing was changed. Try again in a moment.`}
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {!read.data && !error && <Skeleton width="100%" height={120} />}
      {read.data?.length === 0 && <p className="muted">No list is in force.</p>}
      {orderLists(read.data ?? []).map((list) => (
        <LiveListPart
          key={list.root}
          {...{ own, list, call, now, onOpen: open, opened: openPhase }}
          notice={Number(terms.overview.notice)}
        >
          <OpenPhase {...form} list={list} opened={openPhase} />
        </LiveListPart>
      ))}
      {read.data && !stored.isTyped && (
        <NewPhase
          {...form}
          lists={read.data}
          isOpen={openPhase === NEW_PHASE}
          onOpen={() => open(NEW_PHASE)}
        />
      )}
    </>
  )
}

/** Puts what waits for its second step first. */
function orderLists(lists: readonly LiveList[]): LiveList[] {
  return lists.toSorted((a, b) => Number(isRemovable(b)) - Number(isRemovable(a)))
}

type FormProps = Omit<Parameters<typeof ListPhaseForm>[0], 'list' | 'phase'>

type OpenPhaseProps = FormProps & { list: LiveList; opened: string }

/** The form of the phase of this list that is open. */
function OpenPhase({ list, opened, ...form }: OpenPhaseProps) {
  const phase = list.file?.phases.find(({ phaseId }) => String(phaseId) === opened)
  if (!phase || !canChange(list)) return null
  return <ListPhaseForm key={phase.phaseId} {...form} list={list} phase={phase} />
}

type NewPhaseProps = FormProps & {
  lists: readonly LiveList[]
  isOpen: boolean
  onOpen(): void
}

/** A further phase: the way to open its form, and the form. */
function NewPhase({ lists, isOpen, onOpen, ...form }: NewPhaseProps) {
  const { own, terms } = form
  // The proposed times must not move while they are typed.
  const [openedAt] = useState(() => chainNow(terms))
  const present = toPublicTerms(terms.overview.publicPhase)
  return (
    <section className="change-part list-part" aria-label="Add a list phase">
      <Button look="quiet" aria-expanded={isOpen} onClick={onOpen}>
        Add a list phase
      </Button>
      {isOpen && (
        <ListPhaseForm
          {...form}
          list={null}
          phase={proposePhase(own, lists, present, openedAt)}
        />
      )}
    </section>
  )
}
