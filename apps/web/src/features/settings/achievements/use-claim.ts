import type { AchievementClaim } from '@platemark/api/achievements'
import { Problem } from '@platemark/api/problem'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { claimOne, ownAchievements } from './queries.ts'

/** Claims an achievement; the list then has the reply of the server. */
export function useClaim(id: string) {
  const queries = useQueryClient()
  const { queryKey } = ownAchievements()
  const store = ({ claimed_at }: AchievementClaim) =>
    queries.setQueryData(queryKey, (body) => {
      if (!body) return body
      const achievements = body.data.achievements.map((one) =>
        one.id === id
          ? { ...one, status: 'claimed' as const, progress: one.target, claimed_at }
          : one,
      )
      return { ...body, data: { ...body.data, achievements } }
    })
  return useMutation({
    mutationFn: () => claimOne(id),
    networkMode: 'always',
    onSuccess: store,
    onError: (error) => {
      // The list was older than the answer.
      if (error instanceof Problem && error.code === 'achievement_not_eligible')
        void queries.invalidateQueries({ queryKey })
    },
  })
}
