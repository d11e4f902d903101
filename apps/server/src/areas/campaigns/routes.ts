import * as api from '@platemark/api/campaigns'
import type { AppContext } from '../../http/app-context.ts'
import { createCallCounter } from '../../http/rate-limits.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { serveBadgeMetadata } from './badge-routes.ts'
import { serveResultFiles, serveRules } from './result-routes.ts'
import { getLeaderboard } from './service/board.ts'
import { getCampaign, listCampaignActivity } from './service/detail.ts'
import { joinCampaign, leaveCampaign } from './service/join.ts'
import { answerNotice } from './service/notices.ts'
import { claimReward } from './service/rewards.ts'
import { refreshEntry } from './service/run.ts'
import { listCampaigns } from './service/visible.ts'
import { linkWallet, prepareWalletLink } from './service/wallets.ts'

/** Returns the routes of campaigns. */
export function campaignRoutes(context: AppContext): RoutePlugin[] {
  const consume = createCallCounter(context)
  const countChange = (session: Session) =>
    consume('campaign_changes_per_user', session.user_id)
  return [
    route(api.listCampaigns, ({ query }) => listCampaigns(context, query.status)),
    route(api.getCampaign, ({ params, session }) =>
      getCampaign(context, params.alias, session),
    ),
    route(api.joinCampaign, async ({ params, body, session }) => {
      await countChange(session)
      return joinCampaign(context, session, { ...params, team: body.team ?? null })
    }),
    route(api.leaveCampaign, async ({ params, session }) => {
      await countChange(session)
      await leaveCampaign(context, session, params.alias)
      return null
    }),
    route(api.getLeaderboard, ({ params, query }) =>
      getLeaderboard(context, params.alias, query),
    ),
    route(api.listCampaignActivity, ({ params }) =>
      listCampaignActivity(context, params.alias),
    ),
    route(api.refreshCampaign, async ({ params, session }) => {
      const { user_id } = session
      await consume('campaign_refreshes_per_user', user_id)
      await refreshEntry(context, session, params.alias)
      return { status: 'refreshed' as const }
    }),
    route(api.claimReward, async ({ params, session }) => {
      await countChange(session)
      return claimReward(context, session, params)
    }),
    route(api.prepareWalletLink, async ({ params, body, session }) => {
      await countChange(session)
      return prepareWalletLink(context, session, { ...params, ...body })
    }),
    route(api.linkWallet, async ({ params, body, session }) => {
      await countChange(session)
      return linkWallet(context, session, { ...params, ...body })
    }),
    route(api.answerNotice, async ({ params, body, session }) => {
      await countChange(session)
      return answerNotice(context, session, { ...params, ...body })
    }),
    serveResultFiles,
    serveRules,
    serveBadgeMetadata,
  ]
}
