import './editors.css'
import { Address } from '../../../components/address.tsx'
import type { Own } from '../page/own.ts'
import { Editors } from './editors.tsx'

/** Who runs a collection: its owner, and the co-editors they named. */
export function Ownership({ own }: { own: Own }) {
  return (
    <section className="ownership" aria-labelledby="ownership">
      <h2 id="ownership">Owner and co-editors</h2>
      <div className="owner-row">
        <span>
          Owner <Address address={own.collection.owner} network={own.network} />
        </span>
      </div>
      <h3>Co-editors</h3>
      <Editors id={own.draft.contract_id} />
    </section>
  )
}
