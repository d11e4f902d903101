import { Failure } from './failure.tsx'

type PartFailureProps = {
  /** Title of the block: the part that is missing. */
  title: string
  /** Clause on what is not lost: "Your draft is saved". */
  kept: string
  error: Error
  onRetry(): void
}

/** Error block of a part of a page whose scripts could not be loaded. */
export function PartFailure({ title, kept, error, onRetry }: PartFailureProps) {
  return (
    <Failure
      title={title}
      text={`A part of this page could not be loaded. ${kept}. Try again in a moment.`}
      error={error}
      onRetry={onRetry}
    />
  )
}
