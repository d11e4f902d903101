import type { CampaignDetail } from '@platemark/api/campaigns'
import type { User } from '@platemark/api/profile'
import {
  type QueryClient,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { usePageUser } from '../../lib/page-user.ts'
import { isShown } from '../../lib/query.ts'
import { useRefreshAt } from '../../lib/use-refresh-at.ts'
import { chooseRefreshMs, REFRESH_MS } from './choose-refresh.ts'
import { campaignQuery, ownCampaignQuery } from './queries.ts'

/** A campaign as the page shows it; all its figures are of one answer. */
export type ShownCampaign = {
  campaign: CampaignDetail
  /** The signed-in user; null for visitors, and until one is known. */
  user: User | null
  /** The progress of the user is still being read. */
  isWaiting: boolean
  /** Why the progress of the user could not be read. */
  error: Error | null
  refresh: () => void
}

/** Returns the alias of the campaign of this page: of its path, or the path itself. */
export function useCampaignAlias(): string {
  return useMatch({
    strict: false,
    // Safe: the page has this parameter, or is one of the two whose path is the alias.
    select: ({ params, pathname }) =>
      (params as { alias?: string }).alias ?? pathname.slice(1),
  }) as string
}

/** Reads a campaign, for a signed-in user with their progress; null where there is none. */
export function useCampaign(alias: string): ShownCampaign | null {
  const queries = useQueryClient()
  const { data: body } = useSuspenseQuery({
    ...campaignQuery(alias),
    refetchInterval: REFRESH_MS,
  })
  const page = usePageUser()
  const user = page.at === 'known' ? page.user : null
  const own = useQuery({
    ...ownCampaignQuery(alias, user?.address ?? ''),
    enabled: user !== null,
    staleTime: 5_000,
    refetchInterval: ({ state }) => chooseRefreshMs(state.data?.data),
  })
  const refresh = useCallback(
    () => void refreshCampaign(queries, alias),
    [queries, alias],
  )
  const open = isShown(body) ? { ...body.data, me: null } : null
  const campaign = (user && own.data?.data) || open
  useRefreshAt(campaign ? listInstants(campaign) : [], refresh)
  if (!campaign) return null
  return {
    ...{ campaign, user, refresh },
    isWaiting: page.at === 'waiting' || (user !== null && own.isPending),
    error: user && !own.data ? own.error : null,
  }
}

/** Reads everything of a campaign again. */
export async function refreshCampaign(queries: QueryClient, alias: string) {
  const path = `/api/campaigns/${alias}`
  await queries.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) =>
      (first === 'own campaign' && second === alias) ||
      (typeof first === 'string' && first.split('?')[0]?.startsWith(path) === true),
  })
}

/** Returns the instants at which the state of a campaign changes. */
function listInstants(campaign: CampaignDetail): string[] {
  const { starts_at, ends_at, join_opens_at, join_closes_at } = campaign
  return [starts_at, ends_at, join_opens_at, join_closes_at]
}
