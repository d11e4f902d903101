import type { RowCorrection } from '@platemark/lists/correct-rows'
import type { LeftOutRow } from '@platemark/lists/read-list'
import { shortAddress } from '@platemark/rules/amounts'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import './list-rows.css'
import { MoreRows } from './more-rows.tsx'
import { useNamedRows } from './use-named-rows.ts'

const FIRST_ROWS = 20

/** Rows that are no entries, each with its reason and correction. */
export function LeftOutRows({
  rows: givenRows,
  network,
  cells = 'wallet, quantity, price',
  onCorrect: correctGiven,
}: {
  rows: readonly LeftOutRow[]
  /** Alias of the network on which the accounts of names are used; their own by default. */
  network?: string
  /** Cells of a row, as its field names them. */
  cells?: string
  /** Takes the new texts of rows; null drops a row. */
  onCorrect(corrections: readonly RowCorrection[]): void
}) {
  const [shown, setShown] = useState(FIRST_ROWS)
  const { named: rows, findGiven } = useNamedRows(givenRows, network)
  const onCorrect = (corrections: readonly RowCorrection[]) =>
    correctGiven(corrections.map(({ row, text }) => ({ row: findGiven(row), text })))
  const count = rows.length
  if (count === 0) return null
  return (
    <section className="sub list-rows" aria-label="Rows left out">
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
              cells={cells}
              onCorrect={(text) => onCorrect([{ row, text }])}
            />
          ))}
        </tbody>
      </table>
      <MoreRows count={count} shown={shown} onShow={setShown} />
    </section>
  )
}

function DropAll({
  rows,
  onCorrect,
}: {
  rows: readonly LeftOutRow[]
  onCorrect(corrections: readonly RowCorrection[]): void
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
  cells: string
  /** Takes the new text; null drops the row. */
  onCorrect(text: string | null): void
}

function RawRow({ row, cells, onCorrect }: RawRowProps) {
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
      <td className="raw" colSpan={isEditing ? 2 : undefined}>
        {isEditing ? (
          <input
            className="input"
            id={id}
            aria-label={`Line ${line}: ${cells}`}
            aria-describedby={`${id}-why`}
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
        {isEditing && (
          <span className="reason small" id={`${id}-why`}>
            {problem.sentence}
          </span>
        )}
      </td>
      {!isEditing && <td className="reason">{problem.sentence}</td>}
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
              <>
                <button
                  type="button"
                  className="underlined-button"
                  onClick={() => setText(row.text)}
                >
                  Edit<span className="hide"> line {line}</span>
                </button>
                <button
                  type="button"
                  className="underlined-button"
                  onClick={() => onCorrect(null)}
                >
                  Drop<span className="hide"> line {line}</span>
                </button>
              </>
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
