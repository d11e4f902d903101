import type { Earnings } from '@platemark/api/earnings'
import type { User } from '@platemark/api/profile'
import { formatCount } from '@platemark/rules/amounts'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { useNow } from '../../../lib/clock.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { StudioIcon } from '../studio-icon.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { listPeriods } from './periods.ts'
import { StatementPreview } from './statement-preview.tsx'
import {
  downloadStatement,
  refreshStatement,
  type StatementChoice,
  statementQuery,
} from './statement-queries.ts'

const kinds = [
  { value: 'mints', label: 'Mints' },
  { value: 'referrals', label: 'Referrals' },
  { value: 'royalties', label: 'Royalties of splits' },
  { value: 'withdrawals', label: 'Withdrawals' },
]

type StatementPartProps = { earnings: Earnings; user: User }

/** Milliseconds between two reads: a line follows once its block is confirmed. */
const REFRESH_MS = 30_000

/** Statement of a chosen period as CSV, its newest lines, and the check against the chain. */
export function StatementPart({ earnings, user }: StatementPartProps) {
  const id = useId()
  const periods = listPeriods(useNow(60_000) ?? Date.now())
  const [chosen, setChosen] = useState('year')
  const [contract_id, setContract] = useState('')
  const [lines, setLines] = useState(kinds.map(({ value }) => value))
  const period = periods.find(({ value }) => value === chosen)
  const collections = earnings.networks.flatMap((network) => network.collections)
  const choice: StatementChoice = {
    ...(period?.from && { from: period.from }),
    ...(period?.to && { to: period.to }),
    ...(contract_id && { contract_id }),
    lines: lines.join(','),
  }
  const isEmpty = lines.length === 0
  const read = useQuery({
    ...statementQuery(choice),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  useRefreshWith(earnings)
  const error = useLastError(read)
  const saving = useMutation({
    mutationFn: () => downloadStatement(choice),
    networkMode: 'always',
    // The file may have more lines than were counted before.
    onSuccess: () => void read.refetch(),
  })
  const total = isEmpty || read.isPlaceholderData ? undefined : read.data?.meta.total
  return (
    <>
      <section aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>Statement</h2>
        <div className="card statement">
          <div className="statement-choice">
            <Choice
              id={`${id}-period`}
              label="Period"
              value={chosen}
              options={periods}
              onChange={setChosen}
            />
            <Choice
              id={`${id}-collection`}
              label="Collections"
              value={contract_id}
              options={[
                { value: '', label: describeAll(collections.length) },
                ...collections.map(({ contract_id: value, name }) => ({
                  value,
                  label: name,
                })),
              ]}
              onChange={setContract}
            />
            <fieldset>
              <legend>Lines</legend>
              {kinds.map(({ value, label }) => (
                <label key={value}>
                  <input
                    type="checkbox"
                    checked={lines.includes(value)}
                    onChange={({ target }) =>
                      setLines(
                        kinds
                          .map((kind) => kind.value)
                          .filter((kind) =>
                            kind === value ? target.checked : lines.includes(kind),
                          ),
                      )
                    }
                  />
                  {label}
                </label>
              ))}
            </fieldset>
            <Button
              isWide
              isBusy={saving.isPending}
              onClick={() => saving.mutate()}
              {...((isEmpty || total === 0) && { blockedBy: `${id}-why` })}
            >
              <StudioIcon name="csv" />
              {total ? `Download CSV, ${countLines(total)}` : 'Download CSV'}
            </Button>
            {(isEmpty || total === 0) && (
              <p className="muted small" id={`${id}-why`}>
                {isEmpty
                  ? 'Choose at least one kind of line.'
                  : 'There are no lines in this period. Choose a longer one.'}
              </p>
            )}
            {saving.error && (
              <Notice kind="error" title="Nothing was downloaded.">
                {saving.error.message}
              </Notice>
            )}
          </div>
          <div className="statement-preview">
            <h3>Preview</h3>
            {error && !read.data ? (
              <Failure
                title="The lines could not be loaded"
                text="They are on the chain and safe. Try again in a moment."
                error={error}
                isBusy={read.isFetching}
                onRetry={() => void read.refetch()}
              />
            ) : (
              <StatementPreview lines={isEmpty ? [] : read.data?.data} />
            )}
          </div>
        </div>
      </section>
      <BalancePanel networks={earnings.networks} user={user} />
    </>
  )
}

/** Reads lines and checks again when earnings are not those of the last render. */
function useRefreshWith(earnings: Earnings) {
  const queries = useQueryClient()
  const last = useRef(earnings)
  useEffect(() => {
    // They keep their identity while nothing in them changes.
    if (last.current === earnings) return
    last.current = earnings
    void refreshStatement(queries)
  }, [queries, earnings])
}

function describeAll(count: number): string {
  return count === 1 ? 'The one with earnings' : `All ${formatCount(count)} with earnings`
}

function countLines(count: number): string {
  return count === 1 ? '1 line' : `${formatCount(count)} lines`
}

type ChoiceProps = {
  id: string
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

function Choice({ id, label, value, options, onChange }: ChoiceProps) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <select
        className="input"
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
