import { Problem } from '@platemark/api/problem'
import { formatAmount, shortAddress } from '@platemark/rules/amounts'
import { deploymentMessage } from '@platemark/rules/deployment-messages'
import { formatMoment } from '@platemark/rules/times'
import { useEffect, useRef } from 'react'
import { CallWayOnButtons } from '../../../components/call/call-way-on.tsx'
import { useSession } from '../../../lib/session.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { DeploymentProps } from './deployment-props.ts'

type Fault = NonNullable<DeploymentProps['deployment']['shown']['fault']>

/** Returns whether nothing was sent: its reason stands at the button that was pressed. */
export function isUnsent({ kind }: Fault): boolean {
  return kind === 'refused' || kind === 'short' || kind === 'unprepared'
}

/** Why nothing was sent, in view as it appears. */
export function UnsentDeployment(props: DeploymentProps & { now: number }) {
  const { attempt, fault } = props.deployment.shown
  const place = useRef<HTMLDivElement>(null)
  const shown = !attempt && fault && isUnsent(fault) ? fault : null
  useEffect(() => {
    // The steps above the button are gone by now, which moved it.
    if (shown) place.current?.scrollIntoView({ block: 'center' })
  }, [shown])
  return (
    <div className="unsent" ref={place}>
      {shown && <FaultNotice {...props} fault={shown} />}
    </div>
  )
}

/** Why a deployment did not come about, and what can be done. */
export function FaultNotice({
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
      role="alert"
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
