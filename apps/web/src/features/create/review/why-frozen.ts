import type { Deployment } from '@platemark/api/deployments'
import type { DeploymentShown } from '@platemark/mint/deployment-context'
import type { Frozen } from '../draft-editor.tsx'

/**
 * Returns why a draft cannot be edited, by its deployment here and on the server; undefined: it
 * can.
 */
export function whyFrozen(
  { attempt, prepared, created }: DeploymentShown,
  known: Pick<Deployment, 'state'> | undefined,
): Frozen | undefined {
  if (created !== null || known?.state === 'indexed') return 'live'
  const isOpen = known === undefined || known.state === 'open'
  return attempt !== null || prepared !== null || !isOpen ? 'deploying' : undefined
}
