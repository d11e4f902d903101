import * as api from '@platemark/api/achievements'
import type { RateLimit } from '@platemark/api/endpoint'
import type { AppContext } from '../../http/app-context.ts'
import { consumeLimit } from '../../http/rate-limits.ts'
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
  const consume = limitOf(context)
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

/** Returns the function that counts a call of achievements against a limit. */
function limitOf({ database, configuration, clock }: AppContext) {
  const { limits, rate_limit_scale } = configuration
  return (limit: Extract<RateLimit, `achievement_${string}`>, caller: string) =>
    consumeLimit(database, {
      key: `${limit}:${caller}`,
      limit: limits[limit] * rate_limit_scale,
      seconds: 60,
      now: clock(),
    })
}
