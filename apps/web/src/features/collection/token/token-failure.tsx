import { Problem } from '@platemark/api/problem'
import { Failure } from '../../../components/failure.tsx'
import { isOffline } from '../../../lib/offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { TitleProps } from './token-dialog.tsx'

type TokenFailureProps = {
  tokenId: string
  title: TitleProps
  error: Error
  isBusy: boolean
  onRetry: () => void
}

/** Error of a token that could not be loaded; the page behind it is unaffected. */
export function TokenFailure(props: TokenFailureProps) {
  const { tokenId, title, error, isBusy, onRetry } = props
  const problem = error instanceof Problem ? error : undefined
  const isCounted = problem?.code === 'too_many_requests'
  return (
    <div className="token-words">
      <h2 {...title}>#{tokenId}</h2>
      {isCounted ? (
        <Failure title="" text="" error={error} onRetry={onRetry} />
      ) : (
        <Notice
          kind="error"
          title="This item could not be loaded."
          actions={
            <Button look="quiet" isBusy={isBusy} onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {isOffline()
            ? 'You are offline. This loads when you are back online.'
            : problem?.requestId && `Request ${problem.requestId}`}
        </Notice>
      )}
    </div>
  )
}
