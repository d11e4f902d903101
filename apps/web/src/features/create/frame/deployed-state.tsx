import { StatusBadge } from '../../../components/status-badge.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { readOpening } from '../review/opening.ts'
import { useNetworkTime } from '../review/use-network-time.ts'
import type { Deployed } from './use-deployed.ts'

/** State of a collection that was just deployed: live, or when it opens. */
export function DeployedState({ read }: Pick<Deployed, 'read'>) {
  const { fields } = useDraftEditor()
  const { state, phase } = readOpening(fields.phases, useNetworkTime(read))
  const opensAt = phase && new Date(phase.start * 1000).toISOString()
  return <StatusBadge state={state} opensAt={opensAt} />
}
