import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  importCampaign,
  publishCampaign,
} from '../../apps/server/src/areas/campaigns/service/manage.ts'
import type { AppContext } from '../../apps/server/src/http/app-context.ts'

const FOLDER = join(import.meta.dirname, '../..', 'config', 'campaigns', 'demo')
const DAY = 86_400_000

/** Campaigns of the embedded networks, with the days before and after the first start. */
const campaigns = [
  { alias: 'soneium-guild-battle', from: -3, until: 11 },
  { alias: 'superchain-stamp-card', from: -7, until: 21 },
] as const

/** Imports and opens the campaigns of the embedded networks, unless they are there already. */
export async function openDemoCampaigns(
  context: Pick<AppContext, 'database' | 'chains' | 'academy' | 'clock'>,
): Promise<void> {
  const { database, chains, academy, clock } = context
  const known = await database.selectFrom('campaigns').select('alias').execute()
  const articles = academy.english.articles.map(({ alias }) => alias)
  for (const { alias, from, until } of campaigns) {
    if (known.some((row) => row.alias === alias)) continue
    const file = `${alias}.yaml`
    const text = readFileSync(join(FOLDER, file), 'utf8')
    const day = Math.floor(clock().getTime() / DAY) * DAY
    const toTime = (days: number) => new Date(day + days * DAY).toISOString()
    await database.transaction().execute(async (transaction) => {
      const times = {
        starts_at: toTime(from),
        ends_at: toTime(until),
        claim_closes_at: toTime(until + 90),
      }
      const given = { file, text, note: null, times }
      await importCampaign(transaction, { chains, articles, clock }, given)
      await publishCampaign(transaction, { clock }, alias, [])
    })
  }
}
