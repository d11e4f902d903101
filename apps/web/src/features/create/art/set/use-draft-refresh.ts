import { useQueryClient } from '@tanstack/react-query'
import { useDraftEditor } from '../../draft-editor.tsx'
import { draftQuery } from '../../queries.ts'

/** Returns what reads the draft again, after a change of its set; a failed read changes nothing. */
export function useDraftRefresh(contractId: string): () => Promise<void> {
  const { replace } = useDraftEditor()
  const queries = useQueryClient()
  return async () => {
    const read = { ...draftQuery(contractId), staleTime: 0 }
    const draft = await queries.fetchQuery(read).catch(() => undefined)
    if (draft) replace(draft.data)
  }
}
