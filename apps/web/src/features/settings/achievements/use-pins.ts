import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PINNED_KEY } from '../../../components/achievements/pinned-query.ts'
import { ownAchievements, pinSome } from './queries.ts'

/** Changes which achievements stand beside the name; a change that failed is taken back. */
export function usePins() {
  const queries = useQueryClient()
  const { queryKey } = ownAchievements()
  const store = (pinned: string[]) =>
    queries.setQueryData(queryKey, (body) =>
      body ? { ...body, data: { ...body.data, pinned } } : body,
    )
  return useMutation({
    mutationFn: pinSome,
    networkMode: 'always',
    onMutate: (pinned: string[]) => {
      const before = queries.getQueryData(queryKey)?.data.pinned ?? []
      store(pinned)
      return { before }
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: [PINNED_KEY] }),
    onError: (_error, _pinned, context) => store(context?.before ?? []),
  })
}
