import type { Deployment } from '@platemark/api/deployments'
import type { Draft } from '@platemark/api/studio'
import {
  formatCount,
  formatUsdUp,
  roundToGwei,
  shortAddress,
} from '@platemark/rules/amounts'
import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { useAppConfig, useNativeCurrency } from '../../../components/app-config.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import { FactRow } from '../fact-row.tsx'
import { DeployButton } from './deploy-button.tsx'
import type { DeploymentProps } from './deployment-props.ts'

type CostPanelProps = DeploymentProps & {
  known: Deployment | undefined
  /** Nothing is missing. */
  isComplete: boolean
  /** Why the last attempt was not sent. */
  unsent: ReactNode
}

/** Cost of the deployment for its creator, and the button that starts it. */
export function CostPanel({ known, isComplete, unsent, ...common }: CostPanelProps) {
  const { draft, network } = common
  const { product_name } = useAppConfig()
  const { fields } = useDraftEditor()
  const rate = useNativeCurrency(network.alias)?.usd_rate
  const coin = network.native_currency
  const { cost } = known ?? {}
  const feeWei = cost ? roundToGwei(BigInt(cost.network_fee_wei)) : null
  const about = cost && !cost.is_whole ? 'at least ' : ''
  const fee =
    feeWei === null ? (
      '–'
    ) : (
      <>
        {about}
        <Amount wei={feeWei} coin={coin} />
      </>
    )
  return (
    <section className="card panel cost">
      <div>
        <h2 className="h3">Your cost now</h2>
        <dl className="facts">
          <FactRow term={`Creating on ${product_name}`}>Free</FactRow>
          <FactRow term={storedPart(draft)}>Free</FactRow>
          <FactRow term="Network fee, estimate">{fee}</FactRow>
          <FactRow term="Total" className="total">
            {fee}
            {feeWei !== null && typeof rate === 'number' && (
              <span className="muted"> {formatUsdUp(feeWei, rate, coin.decimals)}</span>
            )}
          </FactRow>
        </dl>
      </div>
      <div>
        <h2 className="h3">One transaction</h2>
        <p className="muted small" id="one-transaction">
          It creates the contract{partsOf(fields, draft)} together.{' '}
          {known?.predicted_address ? (
            <>
              The contract will be at{' '}
              <code title={known.predicted_address} translate="no">
                {shortAddress(known.predicted_address)}
              </code>
              .
            </>
          ) : (
            draft.lists.length > 0 && 'Its address is shown here before you sign.'
          )}
        </p>
        {unsent}
        <DeployButton {...common} isComplete={isComplete} />
      </div>
    </section>
  )
}

function storedPart({ fields, set, image }: Draft): string {
  if (fields.art === 'set' && set) return `Storing ${formatCount(set.works)} works`
  return image ? 'Storing the pictures' : 'Storing the plate'
}

/** Returns `, the 4 phases, the lists and the payees`. */
function partsOf(fields: Draft['fields'], { lists }: Draft): string {
  const { phases, payees, royalty_receiver } = fields
  const parts = [
    phases.length > 1 ? `the ${phases.length} phases` : 'the phase',
    ...(lists.length > 0 ? [lists.length === 1 ? 'the list' : 'the lists'] : []),
    ...(payees.length > 0 ? ['the payees'] : []),
    ...(royalty_receiver === 'split' ? ['the royalty split'] : []),
  ]
  const last = parts.pop() ?? ''
  return parts.length > 0 ? `, ${parts.join(', ')} and ${last}` : ` and ${last}`
}
