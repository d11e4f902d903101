import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'

type UnsentNoticeProps = {
  reason: string
  /** The correction waits on this page; else the server refused it. */
  isKept: boolean
  onRetry(): void
}

/** States that the last correction of a stored set was not stored, and why. */
export function UnsentNotice({ reason, isKept, onRetry }: UnsentNoticeProps) {
  return (
    <Notice
      kind="error"
      title="The correction was not saved"
      actions={
        isKept && (
          <Button look="quiet" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {reason} {isKept && 'Your correction is kept on this page.'}
    </Notice>
  )
}
