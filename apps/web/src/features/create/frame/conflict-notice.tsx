import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { describeField, fieldTitle } from './describe-field.ts'

/** Shows both values of fields that were changed here and elsewhere, and asks for one. */
export function ConflictNotice() {
  const { conflict, fields, resolve } = useDraftEditor()
  if (!conflict) return null
  return (
    <div className="conflict">
      <Notice
        kind="warning"
        title="This draft was changed elsewhere"
        actions={
          <>
            <Button look="quiet" onClick={() => resolve('mine')}>
              Keep this version
            </Button>
            <Button look="quiet" onClick={() => resolve('theirs')}>
              Use the other version
            </Button>
          </>
        }
      >
        Another tab or device saved other values. Nothing is saved until you choose.
      </Notice>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Here</th>
            <th scope="col">Saved elsewhere</th>
          </tr>
        </thead>
        <tbody>
          {conflict.fields.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldTitle(name)}</th>
              <td>{describeField(name, fields)}</td>
              <td>{describeField(name, conflict.theirs.fields)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
