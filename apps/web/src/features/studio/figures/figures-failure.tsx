import type { UseQueryResult } from '@tanstack/react-query'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'

type FiguresFailureProps = {
  read: UseQueryResult<unknown>
  /** Subject of the title: "Holders". */
  noun: string
}

/** Error block of a section whose figures could not be read; nothing while they can. */
export function FiguresFailure({ read, noun }: FiguresFailureProps) {
  const error = useLastError(read)
  if (!error) return null
  return (
    <Failure
      title={`${noun} could not be loaded`}
      text="Nothing is lost. They are counted from the contract’s events."
      error={error}
      isBusy={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  )
}
