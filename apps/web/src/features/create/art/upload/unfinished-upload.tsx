import { Button } from '../../../../ui/button.tsx'

/** Asks for the files of an upload of an earlier visit that the server still waits for. */
export function UnfinishedUpload({ onCancel }: { onCancel(): void }) {
  return (
    <p className="small">
      An upload was interrupted. Choose the same files again, and the upload resumes where
      it stopped.{' '}
      <Button look="plain" onClick={onCancel}>
        Cancel it
      </Button>
    </p>
  )
}
