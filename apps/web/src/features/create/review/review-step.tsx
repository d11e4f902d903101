import './review.css'
import { useNetwork } from '../../../components/app-config.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { WizardStep } from '../frame/wizard-step.tsx'
import { ReviewBody } from './review-body.tsx'

/** Last step: what cannot be changed later, what it costs, and the deployment itself. */
export function ReviewStep() {
  const { draft, fields, frozen } = useDraftEditor()
  const isLive = frozen === 'live'
  const network = useNetwork(fields.chain_alias)
  return (
    <WizardStep
      id="review"
      isDone={isLive}
      lead={
        isLive
          ? 'Your collection is deployed.'
          : 'Read what cannot be changed later, then deploy with one transaction.'
      }
    >
      {draft.contract_id === '' ? (
        <Notice kind="quiet">Nothing has been entered yet. Start with the art.</Notice>
      ) : network?.contracts ? (
        <ReviewBody
          key={network.id}
          draft={draft}
          network={{ ...network, contracts: network.contracts }}
        />
      ) : (
        <Notice kind="warning" title="Nothing can be deployed to this network yet">
          Choose another network under Details.
        </Notice>
      )}
    </WizardStep>
  )
}
