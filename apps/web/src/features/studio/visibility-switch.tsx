import type { Draft } from '@platemark/api/studio'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useAppConfig } from '../../components/app-config.ts'
import { READ_ONLY_NOTICE } from '../../components/read-only/read-only-notice.tsx'
import { sendVisibility, type Visibility } from './queries.ts'

type VisibilitySwitchProps = {
  id: string
  visibility: Visibility
  /** Name of the collection. */
  name: string
  /** Shows another visibility; with the answer once it is stored. */
  onChange: (visibility: Visibility, stored?: Draft) => void
}

/** Switch that lists or unlists a collection at once, and goes back where that fails. */
export function VisibilitySwitch({
  id,
  visibility,
  name,
  onChange,
}: VisibilitySwitchProps) {
  const { read_only } = useAppConfig()
  const problemId = useId()
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (wanted: Visibility) => sendVisibility(id, wanted),
    networkMode: 'always',
    onMutate: (wanted) => onChange(wanted),
    onSuccess: (draft) => onChange(draft.visibility, draft),
    onError: (_error, wanted) => onChange(opposite(wanted)),
  })
  return (
    <>
      <button
        type="button"
        className="switch-button"
        role="switch"
        aria-checked={visibility === 'shown'}
        aria-label={`${name} on the launchpad`}
        aria-disabled={read_only ? true : undefined}
        aria-describedby={read_only ? READ_ONLY_NOTICE : error ? problemId : undefined}
        onClick={() => !read_only && !isPending && mutate(opposite(visibility))}
      >
        {visibility === 'shown' ? 'Shown' : 'Hidden'}
      </button>
      {error && (
        <span className="small danger-text" id={problemId} role="alert">
          Still {variables === 'shown' ? 'hidden' : 'shown'}: {error.message}
        </span>
      )}
    </>
  )
}

function opposite(visibility: Visibility): Visibility {
  return visibility === 'shown' ? 'hidden' : 'shown'
}
