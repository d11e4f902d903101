import { Problem } from '@platemark/api/problem'
import { formatAmount, shortAddress } from '@platemark/rules/amounts'
import { deploymentMessage, unansweredText } from '@platemark/rules/deployment-messages'
import { formatMoment } from '@platemark/rules/times'
import { CallWayOnButtons } from '../../../components/call/call-way-on.tsx'
import { useSession } from '../../../lib/session.ts'
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
      actions={
        message.wayOn !== 'edit' && (
          <CallWayOnButtons
            {...{ network, wayOn: message.wayOn }}
            subject={`${props.draft.fields.name} will be on`}
            onRetry={() => void props.deployment.deploy()}
          />
        )
      }
    >
      {message.text}
    </Notice>
  )
}

/** The server's answer to the preparation. */
function Unprepared({ error }: { error: unknown }) {
  const problem = error instanceof Problem ? error : undefined
  const sentences = Object.values(problem?.fields ?? {}).flat()
  return (
    <Notice kind="error" title="The deployment was not prepared">
      {problem?.message ?? 'This site did not answer. Nothing was sent. Try again.'}{' '}
      {sentences.join(' ')}
    </Notice>
  )
}
