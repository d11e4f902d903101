import { useAppConfig } from '../../components/app-config.ts'
import { AboutSection } from './about-section.tsx'

/** Section on what the operator can and cannot remove from the site. */
export function Blocking() {
  const { operator_name, product_name } = useAppConfig()
  const who = operator_name ?? `The people who run this ${product_name}`
  return (
    <AboutSection id="blocked" title="How blocking works">
      <p>
        {who} can take a collection, or everything of one creator, off this site: because
        it is a copy, pretends to be somebody else, is a scam, or breaks the law. Every
        such act is kept with its reason, and its creator reads the reason when signed in.
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
    'Not shown any more',
    'Name, words, pictures and the mint panel, in lists, in searches and on its own page.',
  ],
  [
    'Untouched',
    'The contract and its tokens: holders can transfer, and creators can withdraw what is owed to them.',
  ],
  [
    'Hidden by its creator',
    'Something else: in no list, but open to everybody who has the link.',
  ],
] as const
