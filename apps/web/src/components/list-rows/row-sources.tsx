import { type ListContent, readList } from '@platemark/lists/read-list'
import type { RowOptions } from '@platemark/lists/read-row'
import { decodeParts } from '@platemark/rules/decode-text'
import { type ReactNode, useId, useState } from 'react'
import { runSlices } from '../../lib/run-slices.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import './list-rows.css'

/** Rows read from one source. */
export type ReadSource = { source: string; content: ListContent }

/** Reads the rows of a text; `keeps` takes what is wanted of them. */
export type ReadRows = (
  source: string,
  text: string,
  keeps?: (content: ListContent) => ListContent,
) => void

type RowSourcesProps = {
  options: RowOptions
  /** Hint below the field for pasted rows. */
  pasteHint: string
  /** A further source: its button, and the panel that it opens. */
  further?: { label: string; panel(read: ReadRows): ReactNode }
  onRead(read: ReadSource): void
}

/** The ways in which wallets are entered: a file, pasted rows, a further one. */
export function RowSources({ options, pasteHint, further, onRead }: RowSourcesProps) {
  const [panel, setPanel] = useState<'paste' | 'further'>()
  const { progress, failure, read, readFile } = useRowReader(options, (found) => {
    setPanel(undefined)
    onRead(found)
  })
  const choose = (next: typeof panel) => setPanel(panel === next ? undefined : next)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button CSV does the same. */}
      <div
        className="list-sources"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const [file] = event.dataTransfer.files
          if (file) void readFile(file)
        }}
      >
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
        {further && (
          <Button
            look="quiet"
            aria-expanded={panel === 'further'}
            onClick={() => choose('further')}
          >
            {further.label}
          </Button>
        )}
      </div>
      {progress !== undefined && (
        <progress className="list-progress" value={progress} aria-label="Reading" />
      )}
      {failure && (
        <p className="small danger-text" role="alert">
          {failure}
        </p>
      )}
      {panel === 'paste' && (
        <PastePanel hint={pasteHint} onPaste={(text) => void read('Pasted', text)} />
      )}
      {panel === 'further' && further?.panel((...source) => void read(...source))}
    </>
  )
}

const MAX_FILE_BYTES = 20 * 1024 * 1024

/** Bytes that one task reads of a file; browsers free larger memory in one long task. */
const PART_BYTES = 512 * 1024

/** Reads texts and files in small tasks, with progress and the reason of a failure. */
function useRowReader(options: RowOptions, onRead: (read: ReadSource) => void) {
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
      if (content.count === 0) return setFailure(`${source} has no rows.`)
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
    const decoded = await runSlices(decodeParts(await readParts(file)))
    if ('text' in decoded) return read(file.name, decoded.text)
    const place = decoded.line === undefined ? '' : `, line ${decoded.line}:`
    setFailure(`${file.name}${place} ${decoded.problem}`)
  }
  return { progress, failure, read, readFile }
}

async function readParts(file: File): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (let at = 0; at < file.size; at += PART_BYTES) {
    parts.push(new Uint8Array(await file.slice(at, at + PART_BYTES).arrayBuffer()))
  }
  return parts
}

function PastePanel({ hint, onPaste }: { hint: string; onPaste(text: string): void }) {
  const [text, setText] = useState('')
  const id = useId()
  return (
    <div className="list-panel">
      <TextArea
        id={id}
        label="Wallets"
        hint={hint}
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
        Check list
      </Button>
    </div>
  )
}
