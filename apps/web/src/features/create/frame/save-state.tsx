import { useOffline } from '../../../lib/offline.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useDraftEditor } from '../draft-editor.tsx'

/** Whether the draft is stored, in words. */
export function SaveState() {
  const editor = useDraftEditor()
  return (
    <span className={`save-state ${editor.saving}`} role="status">
      <SaveWords />
    </span>
  )
}

function SaveWords() {
  const { draft, saving, savedAt, problem, conflict, retry } = useDraftEditor()
  const isOffline = useOffline()
  if (saving === 'saving') {
    return (
      <>
        <Spinner />
        Saving
      </>
    )
  }
  if (saving === 'saved') {
    if (!savedAt || draft.contract_id === '') return null
    return (
      <>
        <Icon name="check" size={16} />
        Draft saved {savedAt.toLocaleTimeString('en-GB', { timeStyle: 'short' })}
      </>
    )
  }
  const reason = conflict
    ? 'Changed elsewhere'
    : problem?.code === 'unauthenticated'
      ? 'Not saved, you are signed out'
      : saving === 'offline'
        ? `Not saved, ${isOffline ? 'you are offline' : 'the site is not responding'}`
        : problem
          ? 'Not saved'
          : 'Saved, except the marked fields'
  return (
    <>
      <Icon name="circle_alert" size={16} />
      {reason}
      {saving === 'offline' && (
        <button type="button" className="underlined-button" onClick={retry}>
          Retry
        </button>
      )}
    </>
  )
}
