import type { ListContent } from '@platemark/lists/read-list'
import { readList } from '@platemark/lists/read-list'
import type { RowOptions } from '@platemark/lists/read-row'
import { decodeText } from '@platemark/rules/decode-text'
import { type ReactNode, useId, useState } from 'react'
import { runSlices } from '../../../../lib/run-slices.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/field.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { HoldersPanel } from './holders-panel.tsx'

/** Rows read from one source. */
export type ReadSource = { source: string; content: ListContent }

type ListSourcesProps = {
  options: RowOptions
  /** Resolves to the id of the draft, which holders are read for; undefined: not stored. */
  ensureDraft(): Promise<string | undefined>
  onRead(read: ReadSource): void
}

/** The ways in which wallets come onto a list: a file, pasted rows, holders. */
export function ListSources({ options, ensureDraft, onRead }: ListSourcesProps) {
  const [panel, setPanel] = useState<'paste' | 'holders'>()
  const [progress, setProgress] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const read = async (
    source: string,
    text: string,
    keeps = (one: ListContent) => one,
  ) => {
    setFailure(undefined)
    setProgress(0)
    try {
      const content = await runSlices(readList(text, source, options), {
        onProgress: setProgress,
      })
      if (content.count === 0) return setFailure(`${source}: there is no row in it.`)
      setPanel(undefined)
      onRead({ source, content: keeps(content) })
    } finally {
      setProgress(undefined)
    }
  }
  const readFile = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      return setFailure(
        `${file.name} is larger than 20 MB. A list has at most 100,000 wallets.`,
      )
    }
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
    if ('text' in decoded) return read(file.name, decoded.text)
    const place = decoded.line === undefined ? '' : `, line ${decoded.line}:`
    setFailure(`${file.name}${place} ${decoded.problem}`)
  }
  const choose = (next: typeof panel) => setPanel(panel === next ? undefined : next)
  return (
    <>
      <div className="list-sources">
        <span className="muted small">Add from</span>
        <FileButton
          look="quiet"
          label="CSV file of wallets"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChoose={(file) => void readFile(file)}
        >
          CSV
        </FileButton>
        <Button
          look="quiet"
          aria-expanded={panel === 'paste'}
          onClick={() => choose('paste')}
        >
          Paste
        </Button>
        <Button
          look="quiet"
          aria-expanded={panel === 'holders'}
          onClick={() => choose('holders')}
        >
          Holders at a block
        </Button>
      </div>
      {progress !== undefined && (
        <progress className="list-progress" value={progress} aria-label="Reading" />
      )}
      {failure && (
        <p className="small danger-text" role="alert">
          {failure}
        </p>
      )}
      {panel === 'paste' && <PastePanel onPaste={(text) => void read('Pasted', text)} />}
      {panel === 'holders' && (
        <HoldersPanel
          ensureDraft={ensureDraft}
          onCsv={(source, csv, keeps) => void read(source, csv, keeps)}
        />
      )}
    </>
  )
}

const MAX_FILE_BYTES = 20 * 1024 * 1024

function PastePanel({ onPaste }: { onPaste(text: string): void }) {
  const [text, setText] = useState('')
  const id = useId()
  return (
    <div className="list-panel">
      <TextArea
        id={id}
        label="Wallets"
        hint="One row for each wallet: address, quantity, price. The last two can be left out."
        rows={6}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        look="quiet"
        {...(text.trim() === '' && { blockedBy: `${id}-note` })}
        onClick={() => onPaste(text)}
      >
        Read rows
      </Button>
    </div>
  )
}

/** Asks what to do with what was read while the list has wallets already. */
export function ImportChoice({
  title,
  children,
  onAdd,
  onReplace,
  onCancel,
}: {
  title: string
  children: ReactNode
  onAdd(): void
  onReplace(): void
  onCancel(): void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame.
    <div className="list-panel import-choice" role="group" aria-label={title}>
      <h3>{title}</h3>
      <p className="small">{children}</p>
      <div className="row wrap">
        <Button look="quiet" onClick={onAdd}>
          Add to the list
        </Button>
        <Button look="quiet" onClick={onReplace}>
          Replace the list
        </Button>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
