import { compareLists } from '@platemark/lists/compare-lists'
import { correctRows } from '@platemark/lists/correct-rows'
import { mergeRows } from '@platemark/lists/merge-rows'
import type { RowOptions } from '@platemark/lists/read-row'
import { useState } from 'react'
import { Failure } from '../../../../components/failure.tsx'
import { LeftOutRows } from '../../../../components/list-rows/left-out-rows.tsx'
import { MergedRows } from '../../../../components/list-rows/merged-rows.tsx'
import type { ReadSource } from '../../../../components/list-rows/row-sources.tsx'
import { saveList } from '../../../../components/list-rows/save-list.ts'
import { runSlices } from '../../../../lib/run-slices.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useDraftEditor } from '../../draft-editor.tsx'
import { AccountKinds } from './account-kinds.tsx'
import {
  addContent,
  type DraftList,
  dropWallet,
  emptyList,
  type PhaseTerms,
  sumQuantities,
} from './draft-list.ts'
import { ImportChoice, ListSources } from './list-sources.tsx'
import type { ListState } from './use-lists.ts'

type WorkbenchProps = {
  title: string
  state: ListState | undefined
  terms: PhaseTerms
  /** Null: the phase has no cap of its own. */
  cap: number | null
  options: RowOptions
  onChange(list: DraftList): void
  onOpen(): void
  onRetry(): void
}

/** The list of one allowlist phase: its wallets, and what is to be done about its rows. */
export function ListWorkbench(props: WorkbenchProps) {
  const { title, state, onOpen } = props
  return (
    <section className="card panel workbench" aria-labelledby="list-title">
      {state?.kind === 'open' ? (
        <OpenList {...props} state={state} />
      ) : (
        <>
          <h2 className="h3" id="list-title">
            List for {title}
          </h2>
          {state?.kind === 'failed' ? (
            <Failure
              level="h3"
              title="The list could not be loaded"
              text="It is stored on this site. Try again in a moment."
              error={state.error}
              isBusy={false}
              onRetry={onOpen}
            />
          ) : (
            <Skeleton height={80} />
          )}
        </>
      )}
    </section>
  )
}

type OpenListProps = WorkbenchProps & { state: ListState & { kind: 'open' } }

type Pending = ReadSource & { difference: string }

function OpenList({
  title,
  state,
  terms,
  cap,
  options,
  onChange,
  onRetry,
}: OpenListProps) {
  const editor = useDraftEditor()
  const [pending, setPending] = useState<Pending>()
  const { list, storage } = state
  const { merged, leftOut, rows } = list
  const isEmpty = rows.length === 0 && leftOut.length === 0
  const take = async (read: ReadSource, isReplacing: boolean) => {
    setPending(undefined)
    const where = { source: read.source, isReplacing }
    onChange(await addContent(list, read.content, where, terms))
  }
  const onRead = async (read: ReadSource) => {
    if (isEmpty) return take(read, true)
    setPending({ ...read, difference: await describeDifference(list, read, terms) })
  }
  return (
    <>
      <div className="between wrap">
        <div>
          <h2 className="h3" id="list-title">
            List for {title}
          </h2>
          <p className="muted small">
            {isEmpty
              ? 'No wallets yet. Lists are public, so anyone can read each wallet and its terms.'
              : `${sourcesLine(list)}. It belongs to this phase only and is public.`}
          </p>
        </div>
        <div className="row">
          <span className="muted small" role="status">
            {storage === 'storing'
              ? 'Saving the list'
              : isEmpty
                ? ''
                : storage === 'stored' && 'List saved'}
          </span>
          {merged.entries.length > 0 && (
            <Button
              look="quiet"
              onClick={() => void saveList(title, list.merged.entries, options)}
            >
              Clean CSV
            </Button>
          )}
        </div>
      </div>
      {storage === 'failed' && (
        <Notice
          kind="error"
          title="The list was not saved"
          actions={
            <Button look="quiet" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {state.error?.message} It is still on this page.
        </Notice>
      )}
      <ListSources
        options={options}
        ensureDraft={async () => (await editor.ensure())?.contract_id}
        onRead={(read) => void onRead(read)}
      />
      {pending && (
        <ImportChoice
          title={`${pending.source}, ${rowCount(pending.content.count)}`}
          onAdd={() => void take(pending, false)}
          onReplace={() => void take(pending, true)}
          onCancel={() => setPending(undefined)}
        >
          {pending.difference}
        </ImportChoice>
      )}
      {!isEmpty && (
        <>
          <Sum list={list} />
          <p className="small muted">{mintSentence(list, terms, cap)}</p>
          {pending === undefined && (
            <button
              type="button"
              className="underlined-button"
              onClick={() => onChange({ ...emptyList, policy: list.policy })}
            >
              Remove the list
            </button>
          )}
          <LeftOutRows
            rows={leftOut}
            onCorrect={(corrections) => onChange(correctRows(list, corrections, options))}
          />
          <MergedRows
            merged={merged.merged}
            policy={list.policy}
            limit={terms.limit}
            hasSources={list.sources.length > 1}
            onPolicy={(policy) => onChange({ ...list, policy })}
          />
          <AccountKinds
            draftId={editor.draft.contract_id}
            list={list}
            onDrop={(address) => onChange(dropWallet(list, address))}
          />
        </>
      )}
    </>
  )
}

/** Rows read, less those left out and merged, are the wallets of the list. */
function Sum({ list: { rows, leftOut, merged } }: { list: DraftList }) {
  const parts = [
    { count: rows.length + leftOut.length, label: 'rows read', look: '' },
    { count: leftOut.length, label: 'left out', look: 'danger-text' },
    { count: merged.surplus, label: 'merged', look: 'warn-text' },
    { count: merged.entries.length, label: 'wallets on the list', look: 'ok-text' },
  ]
  const signs = ['', '−', '−', '=']
  const text = parts.map(({ count, label }) => `${count.toLocaleString('en')} ${label}`)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame.
    <div className="sum" role="group" aria-label={text.join(', ')}>
      {parts.map(({ count, label, look }, at) => (
        <div key={label} className={count > 0 ? look : 'muted'} aria-hidden="true">
          {signs[at] && <i>{signs[at]}</i>}
          <span>
            <b>{count.toLocaleString('en')}</b>
            <span>{label}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

function mintSentence(list: DraftList, terms: PhaseTerms, cap: number | null): string {
  const sum = sumQuantities(list, terms)
  const all = `They can mint ${sum.toLocaleString('en')} together.`
  return cap !== null && cap < sum
    ? `${all} This phase stops after ${cap.toLocaleString('en')}: first come, first served.`
    : all
}

function rowCount(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`
}

const MAX_SOURCES = 3

function sourcesLine({ sources }: DraftList): string {
  const named = sources.slice(0, MAX_SOURCES)
  const rest = sources.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(' and ')
}

/** Describes what changes if what was read replaces the list. */
async function describeDifference(
  list: DraftList,
  { content }: ReadSource,
  terms: PhaseTerms,
): Promise<string> {
  const merged = await runSlices(mergeRows(content.rows, list.policy, terms))
  const { added, removed, changed } = await runSlices(
    compareLists(list.merged.entries, merged.entries),
  )
  const [gained, lost, other] = [added, removed, changed].map(({ length }) =>
    length.toLocaleString('en'),
  )
  return `Compared with the current list: ${gained} added, ${lost} removed, ${other} with other terms.`
}
