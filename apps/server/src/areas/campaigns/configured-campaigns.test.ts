import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '@platemark/academy/read-yaml'
import { networks } from '@platemark/chains/networks'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eventWriter } from '../../../test/campaign-events.ts'
import { openCampaign } from '../../../test/campaigns.ts'
import { ada, readShippedAcademy, testServer } from '../../../test/server.ts'
import { readCampaign } from './definition/read-campaign.ts'
import { runCampaigns } from './jobs.ts'

const root = join(import.meta.dirname, '../../../../..', 'config', 'campaigns')
const files = globSync('**/*.yaml', { cwd: root })

test.each(files)(
  'the campaign file %s can be imported, names its own networks and repeats no rule',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const chains = networks.map(({ id }) => id)
    const articles = readShippedAcademy().english.articles.map(({ alias }) => alias)
    const campaign = readCampaign(text, file, { chains, articles })
    const { alias, quests, title, tagline, body } = campaign
    expect(file.endsWith(`${alias}.yaml`)).toBe(true)
    expect(quests.length).toBeGreaterThan(1)
    const words = `${title} ${tagline} ${body}`
    const named = networks.filter(({ name }) => RegExp(`\\b${name}\\b`).test(words))
    expect(campaign.chains).toEqual(expect.arrayContaining(named.map(({ id }) => id)))
    // The page writes these by itself.
    expect(body).not.toMatch(/not tokens|best members|each network|first mint/)
  },
)

test('the stamp card of nine networks is full after an item of each, and gives its rewards', async () => {
  const text = readFileSync(join(root, 'superchain-stamp-card.yaml'), 'utf8')
  const schema = z.looseObject({ alias: z.string(), chains: z.array(z.number()) })
  const fields = readYaml(schema, text, { file: 'superchain-stamp-card.yaml' })
  const used = networks.filter(({ id }) => fields.chains.includes(id))
  const server = await testServer({ networks: used.map(({ alias }) => ({ alias })) })
  try {
    await server.reset()
    const now = Math.floor(Date.now() / 1000) * 1000
    const day = (days: number) => new Date(now + days * 86_400_000)
    const { claim_closes_at: _, ...rest } = fields
    await openCampaign(server, {
      ...rest,
      ...{ starts_at: day(-1).toISOString(), ends_at: day(9).toISOString() },
    })
    const path = `/api/campaigns/${fields.alias}`
    expect((await server.post(`${path}/join`, {}, { as: ada })).status).toBe(201)
    const write = eventWriter(server.database)
    const [collection, creator] = [`0x${'1'.repeat(40)}`, `0x${'d'.repeat(40)}`]
    const stamps: number[] = []
    for (const [index, { id: chain_id }] of used.entries()) {
      const at = new Date(now + (index + 1) * 1000)
      await write.collection({ chain_id, address: collection, creator })
      const place = { chain_id, block: 5, collection, at }
      await write.mint({ ...place, to: ada.address.toLowerCase() })
      await write.head(chain_id, { block: 5, at })
      await runCampaigns(server.context)
      const { me } = (await server.get(path, { as: ada })).data
      stamps.push(Object.values(me.rewards).filter((one) => isEarned(one)).length)
    }
    expect(used).toHaveLength(9)
    expect(stamps).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 3])
  } finally {
    await server.close()
  }
})

/** Returns whether a reward is earned, claimable or waiting for something else. */
function isEarned(reward: unknown): boolean {
  // Safe: the response was checked against its schema.
  return (reward as { status: string }).status !== 'locked'
}
