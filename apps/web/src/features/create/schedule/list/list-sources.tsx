import type { RowOptions } from '@platemark/lists/read-row'
import type { ReactNode } from 'react'
import {
  type ReadSource,
  RowSources,
} from '../../../../components/list-rows/row-sources.tsx'
import { Button } from '../../../../ui/button.tsx'
import { HoldersPanel } from './holders-panel.tsx'

type ListSourcesProps = {
  options: RowOptions
  /** Resolves to the id of the draft, which holders are read for; undefined: not stored. */
  ensureDraft(): Promise<string | undefined>
  onRead(read: ReadSource): void
}

/** The ways in which wallets come onto a list: a file, pasted rows, holders. */
export function ListSources({ options, ensureDraft, onRead }: ListSourcesProps) {
  return (
    <RowSources
      options={options}
      pasteHint="One row for each wallet: address, quantity, price. The last two can be left out."
      further={{
        label: 'Holders at a block',
        panel: (read) => <HoldersPanel ensureDraft={ensureDraft} onCsv={read} />,
      }}
      onRead={onRead}
    />
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
