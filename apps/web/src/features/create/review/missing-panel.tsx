import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { stepHref } from '../steps.ts'
import { SetSupply } from '../supply/set-supply.tsx'
import type { MissingOfStep } from './missing.ts'

type MissingPanelProps = { missing: readonly MissingOfStep[]; draftId: string }

/** Problems that prevent the deployment, by step, with a link to it. */
export function MissingPanel({ missing, draftId }: MissingPanelProps) {
  const { fields, change, frozen } = useDraftEditor()
  const count = missing.reduce((sum, { sentences }) => sum + sentences.length, 0)
  return (
    <section className="card panel" aria-labelledby="missing">
      <h2 className="h3" id="missing">
        {count === 1 ? '1 thing is missing' : `${count} things are missing`}
      </h2>
      {missing.map(({ id, title, sentences }) => (
        <div className="missing-step" key={id}>
          <div className="between">
            <h3 className="small">{title}</h3>
            {id !== 'review' && !frozen && (
              <Link className="link" href={stepHref(id, draftId)}>
                Edit<span className="hide"> {title}</span>
              </Link>
            )}
          </div>
          <ul className="missing">
            {sentences.map((sentence) => (
              <li key={sentence}>
                <Icon name="circle_alert" size={16} />
                {sentence}
              </li>
            ))}
          </ul>
          {id === 'supply' && !frozen && (
            <SetSupply
              supply={fields.max_supply}
              onUse={(max_supply) => change({ max_supply })}
            />
          )}
        </div>
      ))}
    </section>
  )
}
