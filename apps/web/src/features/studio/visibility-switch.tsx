import type { Draft } from '@platemark/api/studio'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { changeEntry, sendVisibility, type Visibility } from './queries.ts'

type VisibilitySwitchProps = {
  entry: Pick<Draft, 'contract_id' | 'visibility'>
  name: string
  /** Called once the change is stored. */
  onChanged?: () => void
}

/** Switch that lists or unlists a collection at once, and goes back where that fails. */
export function VisibilitySwitch({ entry, name, onChanged }: VisibilitySwitchProps) {
  const queries = useQueryClient()
  const problemId = useId()
  const { contract_id, visibility } = entry
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (wanted: Visibility) => sendVisibility(contract_id, wanted),
    networkMode: 'always',
    onMutate: (wanted) => changeEntry(queries, contract_id, { visibility: wanted }),
    onSuccess: (draft) => {
      changeEntry(queries, contract_id, { visibility: draft.visibility })
      onChanged?.()
    },
    onError: (_error, wanted) =>
      changeEntry(queries, contract_id, { visibility: opposite(wanted) }),
  })
  return (
    <>
      <button
        type="button"
        className="switch-button"
        role="switch"
        aria-checked={visibility === 'shown'}
        aria-label={`${name} on the launchpad`}
        aria-describedby={error ? problemId : undefined}
        onClick={() => !isPending && mutate(opposite(visibility))}
      >
        {visibility === 'shown' ? 'Shown' : 'Hidden'}
      </button>
      {error && (
        <span className="small danger" id={problemId} role="alert">
          Still {variables === 'shown' ? 'hidden' : 'shown'}: {error.message}
        </span>
      )}
    </>
  )
}

function opposite(visibility: Visibility): Visibility {
  return visibility === 'shown' ? 'hidden' : 'shown'
}
