import { useRef, useState } from 'react'
import { DropArea } from '../../../../components/editing/drop-area.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { CreateIcon } from '../../create-icon.tsx'
import { type Choice, choiceFromFiles, readDrop } from '../upload/chosen-files.ts'

type SetChooserProps = {
  /** Why the last choice was not taken. */
  refusal: string | undefined
  /** Sentence on what is on the server already. */
  note?: string | undefined
  onChoose(choice: Choice): void
}

/** Drop area for a set, with buttons for a folder, files or a ZIP. */
export function SetChooser({ refusal, note, onChoose }: SetChooserProps) {
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const take = (choice: Choice | undefined) => {
    if (choice) onChoose(choice)
  }
  const drop = async (transfer: DataTransfer) => {
    setReading(true)
    take(await readDrop(transfer))
    setReading(false)
  }
  return (
    <section aria-labelledby="set-files">
      <h2 className="h3 picture-title" id="set-files">
        Files
      </h2>
      <DropArea onDrop={(transfer) => void drop(transfer)}>
        <div className="drop">
          <CreateIcon name="upload" size={22} />
          <p>
            <b>
              {isReading ? (
                'Reading the folder'
              ) : (
                <>
                  Drop a folder, files or a ZIP here, or choose{' '}
                  <button
                    type="button"
                    className="drop-pick"
                    onClick={() => folder.current?.click()}
                  >
                    a folder
                  </button>{' '}
                  or{' '}
                  <button
                    type="button"
                    className="drop-pick"
                    onClick={() => files.current?.click()}
                  >
                    files or a ZIP
                  </button>
                </>
              )}
            </b>
          </p>
          <p className="muted small">
            PNG, JPEG, WebP, GIF, AVIF, MP4 or WebM, up to 100 MB each, with one CSV or a
            JSON file for each work. No picture is changed.
          </p>
          {note && <p className="small">{note}</p>}
        </div>
        <input
          ref={(input) => {
            folder.current = input
            // React has no attribute for it.
            if (input) input.webkitdirectory = true
          }}
          type="file"
          hidden
          aria-label="Folder of the set"
          onChange={({ target }) => {
            take(choiceFromFiles(target.files ?? []))
            // Allows choosing the same folder again.
            target.value = ''
          }}
        />
        <input
          ref={files}
          type="file"
          hidden
          multiple
          aria-label="Files of the set"
          onChange={({ target }) => {
            take(choiceFromFiles(target.files ?? []))
            target.value = ''
          }}
        />
      </DropArea>
      <div className="field picture-failure" aria-live="polite">
        {refusal && <FieldError>{refusal}</FieldError>}
      </div>
    </section>
  )
}
