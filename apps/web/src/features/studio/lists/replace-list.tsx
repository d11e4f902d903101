import { Problem } from '@platemark/api/problem'
import { correctRows } from '@platemark/lists/correct-rows'
import type { MergePolicy } from '@platemark/lists/merge-rows'
import type { ListedPhase, ListFile } from '@platemark/mint/list-file'
import { formatCount } from '@platemark/rules/amounts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LeftOutRows } from '../../../components/list-rows/left-out-rows.tsx'
import { MergedRows } from '../../../components/list-rows/merged-rows.tsx'
import {
  type ReadSource,
  RowSources,
} from '../../../components/list-rows/row-sources.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import type { Own } from '../page/own.ts'
import { ListDifferences } from './list-difference.tsx'
import { shortenRoot } from './live-lists.ts'
import { compareRows, type NextEntries, storeNextList } from './next-list.ts'
import type { StoredNext } from './next-list-part.tsx'

type ReplaceListProps = {
  own: Own
  file: ListFile
  phase: ListedPhase
  now: () => number
  onStored(next: StoredNext): void
}

/** Reads the new wallets of one phase, shows what changes, and stores the list they make. */
export function ReplaceList({ own, file, phase, now, onStored }: ReplaceListProps) {
  const [read, setRead] = useState<ReadSource>()
  const [policy, setPolicy] = useState<MergePolicy>('higher')
  const next = useNextEntries(read, policy, { file, phase })
  const options = { decimals: own.network.native_currency.decimals }
  const store = useMutation({
    mutationFn: async ({ merged, difference }: NextEntries) => {
      const stored = await storeNextList(own.draft.contract_id, {
        ...{ file, phaseId: phase.phaseId, entries: merged.entries, now: now() },
      })
      const { transaction, root, entries, kept_until } = stored
      const { added, removed, changed } = difference
      onStored({
        ...{ data: transaction.data, keptUntil: Date.parse(kept_until) },
        label: `Add list ${shortenRoot(root)}`,
        summary: `${phase.title}: ${formatCount(added.length)} added, ${formatCount(removed.length)} removed, ${formatCount(changed.length)} with other terms. The list has ${formatCount(entries)} entries in all its phases.`,
      })
    },
  })
  const isSame =
    next && Object.values(next.difference).every(({ length }) => length === 0)
  const isEmpty = next?.merged.entries.length === 0
  return (
    <div className="change-part list-part">
      <b>New wallets for {phase.title}</b>
      <p className="small">
        They take the place of all present ones of this phase. Terms of the phase and its
        other phases stay.
      </p>
      <RowSources
        options={options}
        pasteHint="One row for each wallet: address, quantity, price. The last two can be left out."
        onRead={setRead}
      />
      {read && (
        <LeftOutRows
          rows={read.content.leftOut}
          onCorrect={(corrections) =>
            setRead({ ...read, content: correctRows(read.content, corrections, options) })
          }
        />
      )}
      {next && (
        <>
          <MergedRows
            merged={next.merged.merged}
            policy={policy}
            limit={phase.maxPerWallet}
            onPolicy={setPolicy}
          />
          <ListDifferences own={own} difference={next.difference} />
          {store.error && <FieldError>{describeFailure(store.error)}</FieldError>}
          <Button
            look="quiet"
            isBusy={store.isPending}
            {...((isSame || isEmpty) && { blockedBy: 'next-list-note' })}
            onClick={() => store.mutate(next)}
          >
            Store the new list
          </Button>
          <p className="muted small" id="next-list-note">
            {isSame
              ? 'These are the wallets on the chain. Read other rows.'
              : isEmpty
                ? 'No row is a wallet. Correct the rows, or read others.'
                : 'It is public from then on, and counts once you have signed it.'}
          </p>
        </>
      )}
    </div>
  )
}

/** Returns why a list was not stored: the first sentences on its fields, if there are any. */
function describeFailure(error: Error): string {
  const fields = error instanceof Problem ? Object.values(error.fields ?? {}).flat() : []
  return fields.length > 0 ? fields.slice(0, MAX_SENTENCES).join(' ') : error.message
}

const MAX_SENTENCES = 3

/** Merges and compares what was read; undefined until that is done. */
function useNextEntries(
  read: ReadSource | undefined,
  policy: MergePolicy,
  { file, phase }: { file: ListFile; phase: ListedPhase },
): NextEntries | undefined {
  const [made, setMade] = useState<{ rows: unknown; policy: string; next: NextEntries }>()
  const rows = read?.content.rows
  useEffect(() => {
    if (!rows) return
    const stop = new AbortController()
    compareRows(rows, policy, { file, phase }, stop.signal).then(
      (next) => setMade({ rows, policy, next }),
      () => undefined,
    )
    return () => stop.abort()
  }, [rows, policy, file, phase])
  return made?.rows === rows && made?.policy === policy ? made.next : undefined
}
