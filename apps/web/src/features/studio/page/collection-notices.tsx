import { formatCount } from '@platemark/rules/amounts'
import { useAppConfig } from '../../../components/app-config.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { Own } from './own.ts'

/** Notices of unusual states: blocked, unreadable, not confirmed, network behind. */
export function CollectionNotices({ own: { collection, network } }: { own: Own }) {
  const { operator_name, operator_contact } = useAppConfig()
  const block = collection.own?.block
  const minutes = Math.floor((network.behind_seconds ?? 0) / 60)
  return (
    <div className="own-notices">
      {block && (
        <Notice kind="warning" title="Blocked on this site">
          {operator_name ?? 'The operator of this site'} gave this reason: “{block.reason}
          ” Visitors do not see the collection. Its contract works as before, and you can
          withdraw what it earned. To object, write to{' '}
          {operator_contact ?? 'the operator'} with the address of the contract.
        </Notice>
      )}
      {collection.state === 'unreadable' && (
        <Notice kind="warning" title="Some of its events could not be read">
          Figures stop at that block, and it cannot be minted here. The contract and what
          it owes you are not affected. The operator sees the cause.
        </Notice>
      )}
      {collection.status === 'provisional' && (
        <Notice title="Deployed a moment ago">
          Its block is not confirmed yet. {formatCount(network.confirmations)} blocks must
          follow on {network.name}. Figures may still change.
        </Notice>
      )}
      {network.behind_seconds === null && (
        <Notice kind="warning" title={`${network.name} has not been read yet`}>
          Figures appear once a node of the network answers.
        </Notice>
      )}
      {minutes > 0 && (
        <Notice kind="warning" title={`${network.name} does not answer`}>
          Figures are {minutes === 1 ? 'a minute' : `${formatCount(minutes)} minutes`}{' '}
          old. Nothing is lost. Reading resumes once a node responds.
        </Notice>
      )}
    </div>
  )
}
