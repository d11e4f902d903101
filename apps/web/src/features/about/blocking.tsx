import { useAppConfig } from '../../components/app-config.ts'
import { AboutSection } from './about-section.tsx'

/** Section on what the operator can and cannot remove from the site. */
export function Blocking() {
  const { operator_name, product_name } = useAppConfig()
  const who = operator_name ?? `The operator of this ${product_name}`
  return (
    <AboutSection id="blocked" title="How blocking works">
      <p>
        {who} can block a collection, or everything by one creator, on this site: for
        stolen work, impersonation, scams or illegal content. Each block is recorded with
        its reason, and the creator sees the reason when signed in.
      </p>
      <dl className="definitions">
        {effects.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        On the page of a collection, “Report” sends the operator a message. People read
        every report. Reports never block anything automatically.
      </p>
    </AboutSection>
  )
}

const effects = [
  [
    'No longer shown',
    'Name, texts, pictures and the mint panel: in lists, in search and on its own page.',
  ],
  [
    'Untouched',
    'The contract and its tokens: holders can transfer, and creators can withdraw what is owed to them.',
  ],
  [
    'Hidden by its creator',
    'Different from blocking: in no list, but open to anyone with the link.',
  ],
] as const
