import type { LeftOutRow } from '@platemark/lists/read-list'
import { shortAddress } from '@platemark/rules/amounts'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import type { DraftList, PhaseTerms } from './draft-list.ts'

const FIRST_ROWS = 20
const MORE_ROWS = 100

type Correction = { row: LeftOutRow; text: string | null }

/** Rows that are no entries, each with its reason and correction. */
export function LeftOutRows({
  rows,
  onCorrect,
}: {
  rows: readonly LeftOutRow[]
  /** Takes the new texts of rows; null drops a row. */
  onCorrect(corrections: readonly Correction[]): void
}) {
  const [shown, setShown] = useState(FIRST_ROWS)
  const count = rows.length
  if (count === 0) return null
  return (
    <section className="sub" aria-label="Rows left out">
      <div className="between">
        <h3>
          {count.toLocaleString('en')} {count === 1 ? 'row' : 'rows'} left out
        </h3>
        {count > FIRST_ROWS && <DropAll rows={rows} onCorrect={onCorrect} />}
      </div>
      <table className="data raw-rows">
        <thead>
          <tr>
            <th>Line</th>
            <th>What it contains</th>
            <th>Why</th>
            <th>
              <span className="hide">Fix</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <RawRow
              key={`${row.source} ${row.line} ${row.text}`}
              row={row}
              onCorrect={(text) => onCorrect([{ row, text }])}
            />
          ))}
        </tbody>
      </table>
      <MoreRows count={count} shown={shown} onShow={setShown} />
    </section>
  )
}

type MoreRowsProps = { count: number; shown: number; onShow(rows: number): void }

/** Button that shows the next rows, while there are some. */
function MoreRows({ count, shown, onShow }: MoreRowsProps) {
  if (count <= shown) return null
  return (
    <button
      type="button"
      className="underlined-button"
      onClick={() => onShow(shown + MORE_ROWS)}
    >
      Show {Math.min(MORE_ROWS, count - shown)} more
    </button>
  )
}

function DropAll({
  rows,
  onCorrect,
}: {
  rows: readonly LeftOutRow[]
  onCorrect(corrections: readonly Correction[]): void
}) {
  const fixable = rows.filter(({ problem }) => problem.fix)
  if (fixable.length === 0) return null
  return (
    <Button
      look="quiet"
      onClick={() =>
        onCorrect(fixable.map((row) => ({ row, text: row.problem.fix?.text ?? null })))
      }
    >
      Use all {fixable.length.toLocaleString('en')} corrections
    </Button>
  )
}

type RawRowProps = {
  row: LeftOutRow
  /** Takes the new text; null drops the row. */
  onCorrect(text: string | null): void
}

function RawRow({ row, onCorrect }: RawRowProps) {
  const [text, setText] = useState<string>()
  const id = useId()
  const { line, source, problem } = row
  const isEditing = text !== undefined
  const save = () => {
    onCorrect(text?.trim() ? text : null)
    setText(undefined)
  }
  return (
    <tr>
      <td className="number" title={source}>
        {line.toLocaleString('en')}
      </td>
      <td className="raw">
        {isEditing ? (
          <input
            className="input"
            id={id}
            aria-label={`Line ${line}: wallet, quantity, price`}
            value={text}
            // biome-ignore lint/a11y/noAutofocus: the field replaces the pressed button.
            autoFocus
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setText(undefined)
              if (event.key !== 'Enter') return
              // Enter in a field would go on to the next step.
              event.preventDefault()
              save()
            }}
          />
        ) : (
          <code title={row.text} translate="no">
            {shortenAddresses(row.text)}
          </code>
        )}
      </td>
      <td className="reason">{problem.sentence}</td>
      <td className="number">
        {isEditing ? (
          <button type="button" className="underlined-button" onClick={save}>
            Save<span className="hide"> line {line}</span>
          </button>
        ) : (
          <>
            {problem.fix && (
              <button
                type="button"
                className="underlined-button"
                onClick={() => onCorrect(problem.fix?.text ?? null)}
              >
                {problem.fix.label}
                <span className="hide"> line {line}</span>
              </button>
            )}
            {problem.fix?.text !== null && (
              <button
                type="button"
                className="underlined-button"
                onClick={() => setText(row.text)}
              >
                Edit<span className="hide"> line {line}</span>
              </button>
            )}
          </>
        )}
      </td>
    </tr>
  )
}

/** Shortens the addresses of a row, which would leave no room for the rest. */
function shortenAddresses(text: string): string {
  return text.replace(/0x[0-9a-zA-Z]{20,}/g, (one) => shortAddress(one))
}

type MergedRowsProps = {
  list: DraftList
  terms: PhaseTerms
  onPolicy(policy: DraftList['policy']): void
}

const FIRST_MERGED = 3

/** Wallets with several rows, and what these make together. */
export function MergedRows({ list, terms, onPolicy }: MergedRowsProps) {
  const [shown, setShown] = useState(FIRST_MERGED)
  const { merged } = list.merged
  const count = merged.length
  if (count === 0) return null
  const several = list.sources.length > 1
  return (
    <section className="sub" aria-label="Wallets with several rows">
      <div className="between wrap">
        <h3>
          {count.toLocaleString('en')} {count === 1 ? 'wallet has' : 'wallets have'} more
          than one row
        </h3>
        <Segmented
          label="When a wallet has more than one row"
          segments={policies}
          value={list.policy}
          onChange={onPolicy}
          isSmall
        />
      </div>
      <table className="data">
        <thead>
          <tr>
            <th>Wallet</th>
            <th>Lines</th>
            <th className="number">Quantities</th>
            <th className="number">On the list</th>
          </tr>
        </thead>
        <tbody>
          {merged.slice(0, shown).map(({ address, places, quantity }) => (
            <tr key={address}>
              <td>
                <code title={address} translate="no">
                  {shortAddress(address)}
                </code>
              </td>
              <td>
                {join(
                  places.map(({ source, line }) =>
                    several ? `${source} ${line}` : String(line),
                  ),
                )}
              </td>
              <td className="number">
                {join(places.map((place) => String(place.quantity ?? terms.limit)))}
              </td>
              <td className="number">
                <b>{quantity ?? terms.limit}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows count={count} shown={shown} onShow={setShown} />
    </section>
  )
}

const policies = [
  { value: 'higher', label: 'Keep the higher' },
  { value: 'sum', label: 'Add up' },
] as const

const MAX_JOINED = 6

function join(words: readonly string[]): string {
  const rest = words.length - MAX_JOINED
  const named = rest > 0 ? [...words.slice(0, MAX_JOINED), `${rest} more`] : words
  return named.length > 1
    ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
    : (named[0] ?? '')
}
