import * as api from '@platemark/api/achievements'
import type { AppContext } from '../../http/app-context.ts'
import { createCallCounter } from '../../http/rate-limits.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { claimAchievement } from './service/claim.ts'
import {
  listClaimedAchievements,
  listOwnAchievements,
  listPinnedAchievements,
  pinAchievements,
} from './service/lists.ts'

/** Returns the routes of achievements. */
export function achievementRoutes(context: AppContext): RoutePlugin[] {
  const consume = createCallCounter(context)
  return [
    route(api.claimAchievement, async ({ session, body }) => {
      await consume('achievement_claims_per_user', session.user_id)
      return claimAchievement(context, session, body.achievement)
    }),
    route(api.pinAchievements, async ({ session, body }) => {
      await consume('achievement_claims_per_user', session.user_id)
      return pinAchievements(context, session, body.pinned)
    }),
    route(api.listOwnAchievements, async ({ session }) => {
      await consume('achievement_reads_per_user', session.user_id)
      return listOwnAchievements(context, session)
    }),
    route(api.listPinnedAchievements, async ({ query, client }) => {
      await consume('achievement_reads_per_client', client)
      return listPinnedAchievements(context, query.addresses.split(','), query.chain)
    }),
    route(api.listClaimedAchievements, async ({ params, query, client }) => {
      await consume('achievement_reads_per_client', client)
      return listClaimedAchievements(context, params.address, query.chain)
    }),
  ]
}
