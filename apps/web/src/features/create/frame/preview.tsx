import type { User } from '@platemark/api/profile'
import type { Draft } from '@platemark/api/studio'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { type ReactNode, useState } from 'react'
import { useNetworkNames } from '../../../components/app-config.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { formatDraftPrice, priceLine, publicPrice } from '../step-facts.ts'
import { DraftPicture } from './draft-picture.tsx'
import { PagePreview, type PreviewProps } from './page-preview.tsx'
import { useCoin } from './step-nav.tsx'

/** How the collection will look: its card and its page; on phones a row that opens them. */
export function Preview({ user }: { user: User }) {
  const [view, setView] = useState<'card' | 'page'>('card')
  const [isOpen, setOpen] = useState(false)
  const { draft, fields } = useDraftEditor()
  const coin = useCoin(fields.chain_alias)
  const shown = { draft, fields, user, coin }
  return (
    <aside className={`wizard-side shows-${view}`} aria-label="Preview">
      <div className="between preview-head">
        <h2 className="h3">Preview</h2>
        <Segmented
          label="Preview of"
          isSmall
          value={view}
          onChange={setView}
          segments={[
            { value: 'card', label: 'Card' },
            { value: 'page', label: 'Page' },
          ]}
        />
      </div>
      <CardPreview {...shown} />
      {view === 'page' && <PagePreview {...shown} />}
      <PreviewFacts {...shown} />
      <button
        type="button"
        className="underlined-button preview-open"
        onClick={() => setOpen(true)}
      >
        Preview
      </button>
      <Dialog title="Preview" isOpen={isOpen} onClose={() => setOpen(false)}>
        <PagePreview {...shown} />
      </Dialog>
    </aside>
  )
}

function CardPreview({ draft, fields, coin }: PreviewProps) {
  return (
    <article className="preview-card">
      <div className="mat">
        <DraftPicture draft={draft} sizes="300px" />
      </div>
      <div className="caption">
        <b>{fields.name || 'Untitled collection'}</b>
        <span className="muted small">{priceLine(fields, coin)}</span>
        <span className="muted small">{countLine(fields)}</span>
      </div>
    </article>
  )
}

function countLine({ max_supply, kind }: Draft['fields']): string {
  if (max_supply !== null) return `0 / ${formatCount(max_supply)}`
  return kind === 'drop' ? '– / –' : '0'
}

function PreviewFacts({ draft, fields, user, coin }: PreviewProps) {
  const nameNetwork = useNetworkNames()
  const price = publicPrice(fields.phases)
  const { max_supply } = fields
  return (
    <dl className="facts small preview-facts">
      <Row term="By">{user.username ?? shortAddress(user.address)}</Row>
      <Row term="Network">{nameNetwork(fields.chain_alias)}</Row>
      {price !== undefined && price > 0n && max_supply !== null && (
        <Row term="If sold out">{formatDraftPrice(price * BigInt(max_supply), coin)}</Row>
      )}
      {draft.state === 'deploying' ? (
        <Row term="State">Being deployed</Row>
      ) : (
        <Row term="State">Draft, only you see it</Row>
      )}
    </dl>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
