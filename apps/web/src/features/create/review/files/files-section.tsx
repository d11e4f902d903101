import { Failure } from '../../../../components/failure.tsx'
import { usePart } from '../../../../lib/use-part.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'

type FilesSectionProps = { contractId: string; isSet: boolean }

/** Files of the works for IPFS, whose panel loads on use. */
export function FilesSection(props: FilesSectionProps) {
  const { part, error, load } = usePart(
    () => import('../../../../components/archive/files-panel.tsx'),
    true,
  )
  if (part) return <part.FilesPanel {...props} />
  if (!error) return <Skeleton height={150} />
  return (
    <Failure
      title="The files of your collection cannot be shown yet"
      text="A part of this page could not be loaded. What you entered is kept. Try again in a moment."
      error={error}
      isBusy={false}
      onRetry={() => void load().catch(() => undefined)}
    />
  )
}
