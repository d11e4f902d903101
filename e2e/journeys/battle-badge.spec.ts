import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChainClient } from '../fixtures/mint-panel.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { fromNow } from '../fixtures/new-collection.ts'
import { operator } from '../fixtures/operator.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

/** Time from the import of the battle to its end, which includes joining and a mint. */
const SECONDS = 120

/** Imports and publishes a guild battle without a review; returns its path. */
async function openBattle(stack: Stack): Promise<string> {
  const alias = 'quiet-shore-battle'
  const file = join(stack.folder, '..', `${alias}.yaml`)
  const battle = {
    ...{ alias, series: 'quiet-shore', template: 'team_race' },
    ...{ title: 'Quiet Shore battle', tagline: 'Two guilds on one network.' },
    ...{ starts_at: fromNow(-7200), ends_at: fromNow(SECONDS), review_hours: 0 },
    chains: [31_337],
    teams: [
      { alias: 'burin', name: 'Burin' },
      { alias: 'aquatint', name: 'Aquatint' },
    ],
    quests: [
      {
        ...{ key: 'mint_daily', title: 'Mint each day', points: 10, per: 'day' },
        rule: { kind: 'onchain', event: 'mint' },
      },
    ],
    rewards: [
      {
        ...{ key: 'winner', title: 'Winning guild', kind: 'badge', when: 'after_freeze' },
        ...{ chain_id: 31_337, condition: { team_rank_max: 1, min_points: 10 } },
      },
    ],
  }
  // YAML reads JSON.
  writeFileSync(file, JSON.stringify(battle))
  await operator(stack, 'campaign', 'import', file)
  await operator(stack, 'campaign', 'publish', alias)
  return `/campaigns/${alias}`
}

test('a guild battle is driven from joining to the badge of the winning guild', {
  tag: '@soak',
}, async ({ page, stack }) => {
  test.setTimeout(400_000)
  const minted = await mintedCollection(stack, { name: 'Quiet Shore Guild' }, 1)
  const path = await openBattle(stack)
  await openAs(page, stack, { account: minted.owner, path })
  await hydrated(page)
  await page.getByRole('radio', { name: /Burin/ }).check()
  await page.getByRole('button', { name: /^Join / }).click()
  const joining = page.getByRole('dialog', { name: /^Join / })
  await joining.getByRole('button', { name: /^Join / }).click()
  await expect(page.getByRole('heading', { name: 'You are in Burin' })).toBeVisible()
  await minted.mint(1)
  const claim = page.getByRole('button', { name: 'Claim Winning guild' })
  await expect(async () => {
    // A network without transactions has no block past the end.
    await createChainClient(stack).request({ method: 'evm_mine', params: [] } as never)
    await page.reload()
    await expect(claim).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 300_000 })
  await expect(page.getByRole('link', { name: /result\.csv/ })).toBeVisible()
  await hydrated(page)
  await claim.click()
  const dialog = page.getByRole('dialog', { name: 'Claim Winning guild' })
  await dialog.getByRole('button', { name: 'Mint the badge' }).click()
  await expect(dialog).toContainText('Winning guild is yours')
})
