import { unansweredText } from '@platemark/rules/deployment-messages'
import { Notice } from '../../../ui/notice.tsx'
import { FaultNotice, isUnsent } from './deployment-fault.tsx'
import type { DeploymentProps } from './deployment-props.ts'
import { DeploymentSteps } from './deployment-steps.tsx'
import { PreparedPanel } from './prepared-panel.tsx'

/** The deployment on its way, or why a sent one created nothing. */
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
      {!attempt && fault && !isUnsent(fault) && <FaultNotice {...props} fault={fault} />}
      {!attempt && <PreparedPanel {...props} />}
    </>
  )
}
