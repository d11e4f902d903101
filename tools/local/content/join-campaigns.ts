import { getCampaign, joinCampaign, listCampaigns } from '@platemark/api/campaigns'
import type { PrivateKeyAccount } from 'viem/accounts'
import { connectApi, signIn } from '../api.ts'
import { runParallel } from './run-parallel.ts'

const AT_ONCE = 3

/**
 * Lets wallets take part in every live campaign, through the API: each in the next team where there
 * are teams. Throws a `Problem`.
 */
export async function joinCampaigns(
  url: string,
  accounts: readonly PrivateKeyAccount[],
): Promise<void> {
  const api = connectApi(url)
  const cards = await api.call(listCampaigns, { query: { status: 'live' } })
  const campaigns = await Promise.all(
    cards.map(({ alias }) => api.call(getCampaign, { params: { alias } })),
  )
  await runParallel([...accounts.entries()], AT_ONCE, async ([place, account]) => {
    const own = await signIn(url, account)
    for (const { alias, teams } of campaigns) {
      const team = teams.at(place % Math.max(teams.length, 1))?.alias ?? null
      await own.call(joinCampaign, { params: { alias }, body: { team } })
    }
  })
}
