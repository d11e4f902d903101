import type { ReviewTerms } from '@platemark/rules/draft-terms'
import { Icon } from '../../../ui/icon.tsx'

/** Terms that are fixed for ever, that can only become stricter, and that can change. */
export function TermsPanel({ terms }: { terms: ReviewTerms }) {
  return (
    <section className="terms" aria-label="What can change later">
      <div className="terms-box ink">
        <h2 className="h3">
          <Icon name="lock" />
          Permanent
        </h2>
        <Sentences of={terms.forEver} />
      </div>
      <div className="terms-box">
        <h2 className="h3">Only stricter</h2>
        <Sentences of={terms.stricter} />
      </div>
      <div className="terms-box pencil">
        <h2 className="h3">Can change</h2>
        <Sentences of={terms.changeable} />
      </div>
    </section>
  )
}

function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.map((sentence) => (
        <li key={sentence}>{sentence.replace(/\.$/, '')}</li>
      ))}
    </ul>
  )
}
