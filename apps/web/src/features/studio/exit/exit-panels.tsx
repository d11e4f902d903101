import { FilesPanel } from '../../../components/archive/files-panel.tsx'
import type { Own } from '../page/own.ts'
import { ExitPanel } from './exit-panel.tsx'

/** Where the works lie, and the bundle with everything. */
export function ExitPanels({ own }: { own: Own }) {
  const { set, contract_id } = own.draft
  return (
    <div className="exit-panels">
      {set && <FilesPanel contractId={contract_id} />}
      <ExitPanel own={own} />
    </div>
  )
}
