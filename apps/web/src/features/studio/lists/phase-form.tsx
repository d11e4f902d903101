import { Problem } from '@platemark/api/problem'
import { correctRows } from '@platemark/lists/correct-rows'
import type { ListEntry } from '@platemark/lists/read-row'
import type { ListedPhase } from '@platemark/mint/list-file'
import { formatCount } from '@platemark/rules/amounts'
import { timeListChange } from '@platemark/rules/collection-changes'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { LeftOutRows } from '../../../components/list-rows/left-out-rows.tsx'
import { MergedRows } from '../../../components/list-rows/merged-rows.tsx'
import { RowSources } from '../../../components/list-rows/row-sources.tsx'
import { saveList } from '../../../components/list-rows/save-list.ts'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type ChainTerms, chainNow } from '../changes/chain-terms.ts'
import { PhaseFields } from '../changes/phase-fields.tsx'
import type { PhaseReading } from '../changes/phase-values.ts'
import { TermsTable } from '../changes/terms-table.tsx'
import { useTypedChange } from '../changes/use-typed-change.ts'
import type { Own } from '../page/own.ts'
import { type KeptRows, useKeptRows } from './kept-rows.ts'
import { ListDifferences } from './list-difference.tsx'
import { readListPhaseTexts, toListPhaseTexts, toTerms } from './list-phase-values.ts'
import { ListTimingNote } from './list-timing.tsx'
import { type LiveList, shortenRoot } from './live-lists.ts'
import { compareRows, type NextEntries, pickEntries, storeNextList } from './next-list.ts'
import { NEW_PHASE, type StoredNext } from './next-list-part.tsx'

type PhaseFormProps = {
  own: Own
  terms: ChainTerms
  /** List of which a phase changes; null: the phase is new. */
  list: LiveList | null
  /** Present terms, or those that are proposed for a new phase. */
  phase: ListedPhase
  onStored(next: StoredNext): void
  /** Called once what was typed and read is forgotten. */
  onGiveUp(): void
}

/** Terms and wallets of one phase of a list, what changes, and the way to store the list. */
export function ListPhaseForm(props: PhaseFormProps) {
  const { own, terms, list, phase } = props
  const file = list?.file ?? null
  const name = list ? String(phase.phaseId) : NEW_PHASE
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const coin = own.network.native_currency
  const reading: PhaseReading = {
    ...{ zone, coin, mintFeeWei: terms.overview.mintFee, isListed: true },
    maxSupply: own.collection.max_supply,
  }
  const now = chainNow(terms)
  const typed = useTypedChange(own, `lists/${name}`, toListPhaseTexts(phase, reading))
  const { isOpening, kept, keep } = useKeptRows(own, name)
  // Adding shuts out none of the present wallets.
  const [addition, setAddition] = useState(true)
  const isAddition = list !== null && (kept?.isAddition ?? addition)
  const read = readListPhaseTexts(typed.values, phase.phaseId, reading, now)
  const value = 'value' in read ? read.value : undefined
  const problems = 'problems' in read ? read.problems : {}
  const present = useMemo(
    () => (file ? pickEntries(file, phase.phaseId) : []),
    [file, phase.phaseId],
  )
  const next = useNextEntries(kept, value ?? phase, present)
  const options = { decimals: coin.decimals }
  const id = useId()
  const timing =
    list && value
      ? timeListChange(toTerms(phase), toTerms(value), {
          ...{ noticeSeconds: Number(terms.overview.notice), now },
          hasOpened: list.notBefore <= now,
        })
      : undefined
  const hasTerms = timing !== undefined && timing.kind !== 'unchanged'
  return (
    <div className="change-part list-part">
      <b>{list ? `Change ${phase.title}` : 'New list phase'}</b>
      <TextField
        id={`list-${name}-title`}
        label="Name"
        autoComplete="off"
        value={typed.values.title}
        onChange={({ target }) => typed.change({ title: target.value })}
        error={problems.title}
      />
      <PhaseFields
        {...{ problems, reading }}
        texts={typed.values}
        change={typed.change}
        idPrefix={`list-${name}`}
      />
      {value && hasTerms && (
        <>
          <TermsTable {...{ own, now }} current={toTerms(phase)} next={toTerms(value)} />
          <p className="muted small">Wallets with their own price or quantity keep it.</p>
        </>
      )}
      {timing && <ListTimingNote timing={timing} />}
      <b>Wallets</b>
      {list ? (
        <>
          <div className="between wrap">
            <Segmented
              label="New rows"
              segments={[
                { value: 'add', label: 'Add' },
                { value: 'replace', label: 'Replace' },
              ]}
              value={isAddition ? 'add' : 'replace'}
              onChange={(value) => {
                setAddition(value === 'add')
                if (kept) keep({ ...kept, isAddition: value === 'add' })
              }}
            />
            <Button
              look="quiet"
              onClick={() => void saveList(phase.title, present, options)}
            >
              Current list as CSV
            </Button>
          </div>
          <p className="small">{describeRows(isAddition, present.length)}</p>
        </>
      ) : (
        <p className="small">Read the wallets that may mint in this phase.</p>
      )}
      {isOpening ? (
        <Skeleton width="100%" height={44} />
      ) : (
        <RowSources
          options={options}
          pasteHint="One row for each wallet: address, quantity, price. The last two can be left out."
          onRead={(found) =>
            keep({ ...found, isAddition, policy: kept?.policy ?? 'higher' })
          }
        />
      )}
      {kept && (
        <div className="between wrap">
          <span className="small">
            {kept.source}: {countRows(kept.content.count)}, kept in this browser until you
            sign
          </span>
          <Button look="plain" onClick={() => keep(undefined)}>
            Discard these rows
          </Button>
        </div>
      )}
      {kept && (
        <LeftOutRows
          rows={kept.content.leftOut}
          onCorrect={(corrections) =>
            keep({ ...kept, content: correctRows(kept.content, corrections, options) })
          }
        />
      )}
      {kept && next && (
        <>
          <MergedRows
            merged={next.merged.merged}
            policy={kept.policy}
            limit={(value ?? phase).maxPerWallet}
            onPolicy={(policy) => keep({ ...kept, policy })}
          />
          <ListDifferences own={own} difference={next.difference} />
        </>
      )}
      <StoreList
        {...props}
        noteId={`${id}-note`}
        value={value}
        next={next}
        entries={kept ? (next?.entries ?? []) : present}
        obstacle={
          Object.values(problems)[0] ??
          (isOpening || (kept && !next) ? 'Reading the rows.' : undefined) ??
          findObstacle({ list, kept, next, hasTerms, phase, value })
        }
      />
      <Button
        look="plain"
        onClick={() => {
          typed.discard()
          keep(undefined)
          props.onGiveUp()
        }}
      >
        Cancel
      </Button>
    </div>
  )
}

function describeRows(isAddition: boolean, count: number): string {
  const wallets =
    count === 1 ? '1 current wallet' : `${formatCount(count)} current wallets`
  return isAddition
    ? `New rows join the ${wallets}. A wallet that is on the list gets the terms of its new row.`
    : `New rows replace the ${wallets}. Without new rows the wallets stay.`
}

function countRows(count: number): string {
  return count === 1 ? '1 row' : `${formatCount(count)} rows`
}

type Obstacles = Pick<PhaseFormProps, 'list' | 'phase'> & {
  kept: KeptRows | undefined
  next: NextEntries | undefined
  hasTerms: boolean
  value: ListedPhase | undefined
}

/** Returns why there is no list to store, in a sentence. */
function findObstacle(found: Obstacles): string | undefined {
  const { list, kept, next, hasTerms, phase, value } = found
  if (next?.merged.entries.length === 0) {
    return 'No row is a wallet. Correct the rows, or read others.'
  }
  if (!list) return kept ? undefined : 'Read the wallets of the phase first.'
  const isSame =
    !next || Object.values(next.difference).every(({ length }) => length === 0)
  if (hasTerms || !isSame) return undefined
  if (value && value.title !== phase.title) {
    return 'A new name alone is not a new list. Change a term or the wallets too.'
  }
  return kept
    ? 'These are already the wallets. Add other wallets, or change a term.'
    : 'The phase already has these terms. Change a term, or choose other wallets.'
}

type StoreListProps = PhaseFormProps & {
  noteId: string
  value: ListedPhase | undefined
  next: NextEntries | undefined
  entries: readonly ListEntry[]
  obstacle: string | undefined
}

function StoreList(props: StoreListProps) {
  const { own, terms, list, value, next, entries, obstacle, noteId } = props
  const name = list ? String(props.phase.phaseId) : NEW_PHASE
  const store = useMutation({
    mutationFn: async (phase: ListedPhase) => {
      const stored = await storeNextList(own.draft.contract_id, {
        ...{ file: list?.file ?? null, phase, entries, now: chainNow(terms) },
      })
      const { transaction, root, entries: count, kept_until } = stored
      props.onStored({
        ...{ data: transaction.data, keptUntil: Date.parse(kept_until), phase: name },
        label: `Add list ${shortenRoot(root)}`,
        summary: `${phase.title}: ${describeChange(list, next, entries.length)}. The whole list has ${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}.`,
      })
    },
  })
  return (
    <>
      {store.error && <FieldError>{describeFailure(store.error)}</FieldError>}
      <SaveButton
        look="quiet"
        isBusy={store.isPending}
        {...((obstacle || !value) && { blockedBy: noteId })}
        onClick={() => value && store.mutate(value)}
      >
        Store the new list
      </SaveButton>
      <p className="muted small" id={noteId}>
        {obstacle ?? 'It becomes public, and takes effect once you have signed it.'}
      </p>
    </>
  )
}

function describeChange(
  list: LiveList | null,
  next: NextEntries | undefined,
  count: number,
): string {
  if (!list) {
    return `a new phase with ${count === 1 ? '1 wallet' : `${formatCount(count)} wallets`}`
  }
  if (!next) return 'other terms, with the current wallets'
  const { added, removed, changed } = next.difference
  return `${formatCount(added.length)} added, ${formatCount(removed.length)} removed, ${formatCount(changed.length)} with other terms`
}

/** Returns why a list was not stored: the first sentences on its fields, if there are any. */
function describeFailure(error: Error): string {
  const fields = error instanceof Problem ? Object.values(error.fields ?? {}).flat() : []
  return fields.length > 0 ? fields.slice(0, MAX_SENTENCES).join(' ') : error.message
}

const MAX_SENTENCES = 3

/** Merges and compares what was read; undefined until that is done, and without rows. */
function useNextEntries(
  kept: KeptRows | undefined,
  { maxPerWallet: limit, priceWei }: ListedPhase,
  present: readonly ListEntry[],
): NextEntries | undefined {
  const [made, setMade] = useState<{ of: string; kept: KeptRows; next: NextEntries }>()
  const of = `${limit} ${priceWei}`
  useEffect(() => {
    if (!kept) return
    const stop = new AbortController()
    const terms = { limit, priceWei: String(priceWei) }
    compareRows(kept, terms, present, stop.signal).then(
      (next) => setMade({ of, kept, next }),
      () => undefined,
    )
    return () => stop.abort()
  }, [kept, of, limit, priceWei, present])
  return made && made.kept === kept && made.of === of ? made.next : undefined
}
