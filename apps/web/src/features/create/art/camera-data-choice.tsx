import { useDraftEditor } from '../draft-editor.tsx'

const id = 'keeps-camera-data'

/** Switch that keeps camera and location data in the files that are uploaded from then on. */
export function CameraDataChoice() {
  const { draft, fields, change, flush } = useDraftEditor()
  const hasFiles = Boolean(draft.image ?? draft.cover ?? draft.set ?? draft.work_upload)
  return (
    <div className="switch">
      <label htmlFor={id}>
        <b>Keep camera and location data in the files</b>
        <span className="muted small">
          {fields.keeps_camera_data
            ? 'Where a photo was taken, and with which camera, stays in the files. Anyone can read it.'
            : 'Where a photo was taken, and with which camera, is removed from what you upload. The picture is unchanged, and the original stays on your device.'}
          {hasFiles &&
            ' Applies to files you upload from now on. To change earlier ones, choose them again.'}
        </span>
      </label>
      <input
        type="checkbox"
        id={id}
        checked={fields.keeps_camera_data}
        onChange={({ target }) => {
          change({ keeps_camera_data: target.checked })
          // The server has it before the next file.
          void flush()
        }}
      />
    </div>
  )
}
