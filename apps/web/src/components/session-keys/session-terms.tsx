import './session-terms.css'
import type { SessionTerms } from '../../lib/session-keys/session-key-messages.ts'
import { WholeHashes } from '../whole-hashes.tsx'

/** Terms of a session key in words, each on a line of its own. */
export function SessionTermList({ allows, fees, ends }: SessionTerms) {
  return (
    <ul className="session-terms small">
      {[...allows, fees, ends].map((line) => (
        <li key={line}>
          <WholeHashes text={line} />
        </li>
      ))}
    </ul>
  )
}
