import {
  getCampaign,
  getLeaderboard,
  listCampaigns,
} from '@platemark/api/campaign-operations'
import { queryOptions } from '@tanstack/react-query'
import { callWhole } from '../../lib/api.ts'
import { apiQuery, nullableApiQuery } from '../../lib/query.ts'
import { type BoardPlace, writeBoardPlace } from './board/board-query.ts'

/** All campaigns that are announced: running ones first. */
export const campaignsQuery = apiQuery(listCampaigns, { query: {} })

/** A campaign as a visitor sees it; null for an unknown alias. */
export const campaignQuery = (alias: string) =>
  nullableApiQuery(getCampaign, { params: { alias } })

/** A campaign with the progress of the signed-in account, apart from that of visitors. */
export const ownCampaignQuery = (alias: string, address: string) =>
  queryOptions({
    queryKey: ['own campaign', alias, address],
    queryFn: ({ signal }) => callWhole(getCampaign, { params: { alias } }, { signal }),
  })

/** A page of the board, with the row of an account from the same snapshot. */
export const boardQuery = (alias: string, place: BoardPlace, address?: string) =>
  apiQuery(getLeaderboard, {
    params: { alias },
    query: { ...writeBoardPlace(place), ...(address && { address }) },
  })
