import type { User } from '@platemark/api/profile'
import type { Draft } from '@platemark/api/studio'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { useNetworkNames } from '../../../components/app-config.ts'
import { CardPreview } from '../../../components/editing/page-preview.tsx'
import {
  PreviewHead,
  type PreviewView,
} from '../../../components/editing/preview-head.tsx'
import { usePart } from '../../../lib/use-part.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Frozen, useDraftEditor } from '../draft-editor.tsx'
import { FactRow } from '../fact-row.tsx'
import { deploymentQuery } from '../review/deployment-calls.ts'
import { formatDraftPrice, hasOnePrice, priceLine, publicPrice } from '../step-facts.ts'
import { type StepId, stepHref, steps } from '../steps.ts'
import { DeployedState } from './deployed-state.tsx'
import { DraftPicture } from './draft-picture.tsx'
import { DraftPagePreview, type PreviewProps } from './page-preview.tsx'
import { ScheduleFacts } from './schedule-facts.tsx'
import { useCoin } from './step-nav.tsx'
import { useDeployed } from './use-deployed.ts'

/** How the collection will look: its card and its page; on phones a row that opens them. */
export function Preview({ user, step }: { user: User; step: StepId }) {
  const [view, setView] = useState<PreviewView>('card')
  const [isOpen, setOpen] = useState(false)
  const { draft, fields, frozen } = useDraftEditor()
  const coin = useCoin(fields.chain_alias)
  const deployed = useDeployed()
  const isSet = fields.art === 'set' && draft.contract_id !== ''
  const { part: works } = usePart(loadWorks, isSet)
  // The card shows the image of the collection where there is one.
  const firstWorks = fields.shown === 'at_reveal' || draft.image ? undefined : works
  const plate = (
    <DraftPicture draft={draft} sizes="300px" contractPlate={deployed?.plate} />
  )
  const picture = firstWorks ? (
    <firstWorks.FirstWorks draft={draft}>{plate}</firstWorks.FirstWorks>
  ) : (
    plate
  )
  const shown = { draft, fields, user, coin, picture }
  const plateNote = deployed ? null : <PlateNote draft={draft} />
  const note = firstWorks ? (
    <firstWorks.WorksNote draft={draft}>{plateNote}</firstWorks.WorksNote>
  ) : (
    plateNote
  )
  return (
    <aside className={`wizard-side shows-${view}`} aria-label="Preview">
      <PreviewHead view={view} onChange={setView} />
      {works && isSet && <works.SetWatch contractId={draft.contract_id} />}
      <CardPreview
        picture={picture}
        name={fields.name || 'Untitled collection'}
        price={priceLine(fields, coin)}
        count={countLine(fields)}
      />
      {view === 'page' && <DraftPagePreview {...shown} />}
      {note}
      <PreviewFacts {...shown} step={step} works={isSet ? works : undefined} />
      {step === 'review' && <EditLinks draftId={draft.contract_id} frozen={frozen} />}
      <button
        type="button"
        className="underlined-button preview-open"
        onClick={() => setOpen(true)}
      >
        Preview
      </button>
      <Dialog title="Preview" isOpen={isOpen} onClose={() => setOpen(false)}>
        <DraftPagePreview {...shown} />
        {note}
      </Dialog>
    </aside>
  )
}

/** Explains the plate of a draft without an image, which is not that of its contract. */
function PlateNote({ draft }: { draft: Draft }) {
  if (draft.image) return null
  return (
    <p className="muted small preview-plate">
      The pattern is made from the address of the contract. The published one differs.
    </p>
  )
}

type WorksPart = Awaited<ReturnType<typeof loadWorks>>

const loadWorks = async () => (await import('../art/set/set-section.tsx')).setPreview

function countLine({ max_supply, kind }: Draft['fields']): string {
  if (max_supply !== null) return `0 / ${formatCount(max_supply)}`
  return kind === 'drop' ? '– / –' : '0'
}

type FactsProps = PreviewProps & { step: StepId; works: WorksPart | undefined }

function PreviewFacts({ draft, fields, user, coin, step, works }: FactsProps) {
  const { frozen } = useDraftEditor()
  const deployed = useDeployed()
  const nameNetwork = useNetworkNames()
  const price = publicPrice(fields.phases)
  const { max_supply } = fields
  // The rehearsal counts what phases with prices of their own bring.
  const isOnePrice = hasOnePrice(fields.phases)
  return (
    <dl className="facts small preview-facts">
      <FactRow term="By">
        <AccountName address={user.address} name={user.username} />
      </FactRow>
      <FactRow term="Network">{nameNetwork(fields.chain_alias)}</FactRow>
      {price !== undefined && price > 0n && max_supply !== null && isOnePrice && (
        <FactRow term="If sold out">
          {formatDraftPrice(price * BigInt(max_supply), coin)}
        </FactRow>
      )}
      {works && <works.SetFacts draft={draft} />}
      {step === 'review' && <AddressFact draftId={draft.contract_id} />}
      {(step === 'schedule' || step === 'review') && (
        <ScheduleFacts draft={draft} fields={fields} />
      )}
      <FactRow term="State">
        {deployed ? (
          <DeployedState read={deployed.read} />
        ) : frozen ? (
          'Being deployed'
        ) : (
          'Draft, only you see it'
        )}
      </FactRow>
    </dl>
  )
}

/** Address of the contract, which is known before it is deployed. */
function AddressFact({ draftId }: { draftId: string }) {
  const { data } = useQuery({
    ...deploymentQuery(draftId),
    enabled: draftId !== '',
    // The review reads it again.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = data?.data.predicted_address
  if (!address) return null
  return (
    <FactRow term="Address">
      <code title={address} translate="no">
        {shortAddress(address)}
      </code>
    </FactRow>
  )
}

const frozenSentences = {
  deploying: 'It cannot be edited while it is being deployed.',
  live: 'It is deployed, so the draft can no longer be edited.',
}

/** The ways from the review back to each step, also on phones, where the steps have no text. */
function EditLinks({ draftId, frozen }: { draftId: string; frozen: Frozen | undefined }) {
  if (frozen) return <p className="small preview-edit">{frozenSentences[frozen]}</p>
  return (
    <p className="small preview-edit">
      Edit
      {steps.slice(0, -1).map(({ id, short }) => (
        <Link key={id} className="link" href={stepHref(id, draftId || undefined)}>
          {short}
        </Link>
      ))}
    </p>
  )
}
