import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { WizardStep } from '../frame/wizard-step.tsx'
import { stepOfField } from '../step-facts.ts'
import { stepHref, steps } from '../steps.ts'

/** Last step: what the draft still lacks, by the step that holds it. */
export function ReviewStep() {
  const { draft, saving } = useDraftEditor()
  const missing = Object.entries(draft.missing)
  const groups = steps.flatMap(({ id, title }) => {
    const sentences = missing
      .filter(([path]) => stepOfField(path) === id)
      .flatMap(([, each]) => each)
    return sentences.length > 0 ? [{ id, title, sentences }] : []
  })
  return (
    <WizardStep
      id="review"
      lead="What the collection still needs before it can be deployed."
    >
      {draft.contract_id === '' ? (
        <Notice kind="quiet">Nothing has been entered yet. Start with the art.</Notice>
      ) : groups.length === 0 ? (
        <Notice kind="success" title="The draft is complete">
          {saving === 'saved'
            ? 'Everything is saved.'
            : 'Your last changes are being saved.'}
        </Notice>
      ) : (
        groups.map(({ id, title, sentences }) => (
          <section className="card panel" key={id} aria-labelledby={`missing-${id}`}>
            <div className="between">
              <h2 className="h3" id={`missing-${id}`}>
                {title}
              </h2>
              <Link className="link" href={stepHref(id, draft.contract_id)}>
                Edit<span className="hide"> {title}</span>
              </Link>
            </div>
            <ul className="missing">
              {sentences.map((sentence) => (
                <li key={sentence}>
                  <Icon name="circle_alert" size={16} />
                  {sentence}
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </WizardStep>
  )
}
