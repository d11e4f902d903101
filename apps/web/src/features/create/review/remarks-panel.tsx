import type { Draft } from '@platemark/api/studio'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { stepHref } from '../steps.ts'
import type { DeployableNetwork } from './deployment-props.ts'
import { listRemarks } from './lint.ts'

type RemarksPanelProps = {
  draft: Draft
  network: DeployableNetwork
  /** Unix seconds by the network's time. */
  now: number
}

/** Terms that may be mistakes of the creator; none prevents the deployment. */
export function RemarksPanel({ draft, network, now }: RemarksPanelProps) {
  const { fields, frozen } = useDraftEditor()
  const known = { now, network: network.name }
  const remarks = listRemarks({ ...draft, fields }, known)
  if (remarks.length === 0) return null
  return (
    <section className="notice warning remarks" aria-labelledby="remarks">
      <Icon name="alert" />
      <div>
        <h2 id="remarks">
          {remarks.length === 1 ? '1 thing' : `${remarks.length} things`} to check, but
          nothing blocks you
        </h2>
        <ul>
          {remarks.map(({ step, sentence }) => (
            <li key={sentence}>
              {sentence}{' '}
              {!frozen && (
                <Link className="link" href={stepHref(step, draft.contract_id)}>
                  Change<span className="hide">: {sentence}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
