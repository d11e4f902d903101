import { Problem } from '@platemark/api/problem'
import { formatAmount, shortAddress } from '@platemark/rules/amounts'
import { deploymentMessage, unansweredText } from '@platemark/rules/deployment-messages'
import { formatMoment } from '@platemark/rules/times'
import { useAppConfig } from '../../../components/app-config.ts'
import { openFaucetDialog, openNetworkDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { DeploymentProps } from './deployment-props.ts'
import { DeploymentSteps } from './deployment-steps.tsx'
import { PreparedPanel } from './prepared-panel.tsx'

/** The deployment on its way, or why it is not. */
export function DeploymentPanel(props: DeploymentProps & { now: number }) {
  const { shown } = props.deployment
  const { attempt, fault } = shown
  return (
    <>
      {attempt && <DeploymentSteps {...props} attempt={attempt} />}
      {!attempt && shown.isUnanswered && (
        <Notice kind="warning" title="Your wallet has not answered">
          {unansweredText}
        </Notice>
      )}
      {!attempt && fault && <FaultNotice {...props} fault={fault} />}
      {!attempt && <PreparedPanel {...props} />}
    </>
  )
}

type Fault = NonNullable<DeploymentProps['deployment']['shown']['fault']>

function FaultNotice({
  fault,
  ...props
}: DeploymentProps & { fault: Fault; now: number }) {
  const { network, creator, now } = props
  const { wallet } = useSession()
  if (fault.kind === 'unprepared') return <Unprepared error={fault.error} />
  const message = deploymentMessage(fault, {
    network: network.name,
    wallet: wallet?.name ?? 'Your wallet',
    signer: shortAddress(creator),
    amount: (wei) => formatAmount(wei, network.native_currency),
    when: (at) => formatMoment(at, true, now),
  })
  if (!message) return null
  const isQuiet = fault.kind === 'refused' && fault.refusal.kind === 'rejected'
  return (
    <Notice
      kind={isQuiet || fault.kind === 'other_tab' ? 'info' : 'error'}
      title={message.title}
      actions={<WayOn {...props} wayOn={message.wayOn} />}
    >
      {message.text}
    </Notice>
  )
}

function WayOn({
  network,
  deployment,
  draft,
  wayOn,
}: DeploymentProps & { wayOn: string }) {
  const { bridge_url } = useAppConfig()
  const again = (
    <Button look="quiet" onClick={() => void deployment.deploy()}>
      Try again
    </Button>
  )
  switch (wayOn) {
    case 'retry':
    case 'switch_account':
      return again
    case 'get_funds':
      return (
        <>
          {network.is_demo ? (
            <Button
              look="quiet"
              onClick={() => openFaucetDialog({ chainId: network.id })}
            >
              Get test funds
            </Button>
          ) : (
            bridge_url && (
              <ExternalLink className="button quiet" href={bridge_url}>
                Bridge
              </ExternalLink>
            )
          )}
          {again}
        </>
      )
    case 'switch_network':
      return (
        <Button
          look="quiet"
          onClick={() =>
            openNetworkDialog({
              chainId: network.id,
              subject: `${draft.fields.name} will be on`,
            })
          }
        >
          Switch to {network.name}
        </Button>
      )
    default:
      return null
  }
}

/** The server's answer to the preparation. */
function Unprepared({ error }: { error: unknown }) {
  const problem = error instanceof Problem ? error : undefined
  const sentences = Object.values(problem?.fields ?? {}).flat()
  return (
    <Notice kind="error" title="The deployment was not prepared">
      {problem?.message ?? 'This site did not answer. Nothing was sent; try again.'}{' '}
      {sentences.join(' ')}
    </Notice>
  )
}
