import { Icon } from '../../ui/icon.tsx'
import { AboutSection } from './about-section.tsx'

/** Section on the path of data from the chain to this page. */
export function DataPath() {
  return (
    <AboutSection id="data" title="Where data comes from">
      <p>
        From the networks themselves. This site reads every block, keeps an index to be
        fast, and checks it against the chain.
      </p>
      <ol className="path">
        {steps.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <ul className="promises">
        {promises.map((promise) => (
          <li key={promise}>
            <Icon name="check" size={16} />
            <span>{promise}</span>
          </li>
        ))}
      </ul>
    </AboutSection>
  )
}

const steps = [
  ['The chain', 'Contracts hold who owns, who minted and what is owed.'],
  ['The indexer', 'Reads each block. If a network reorganises, the index follows.'],
  ['The index', 'A copy for search and lists. It never overrules the chain.'],
  ['This page', 'Shows the copy, and warns you when it is behind its network.'],
] as const

const promises = [
  'Owners, prices, limits and what a creator is owed come from contracts, never from a form.',
  'Allowlists are public files. An open mint panel keeps working even if this site goes down.',
  'Dollar amounts are estimates. Where no rate is known, none is shown.',
  'Texts, pictures and links are the creators’ own. What can still change is listed with the commitments.',
]
