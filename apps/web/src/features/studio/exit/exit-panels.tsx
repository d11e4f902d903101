import { FilesPanel } from '../../../components/archive/files-panel.tsx'
import type { Own } from '../page/own.ts'
import { ExitPanel } from './exit-panel.tsx'

/** Where the works lie, and the bundle with everything. */
export function ExitPanels({ own }: { own: Own }) {
  const { fields, contract_id } = own.draft
  return (
    <div className="exit-panels">
      <FilesPanel contractId={contract_id} isSet={fields.art === 'set'} />
      <ExitPanel own={own} />
    </div>
  )
}
