import { claimAchievement, pinAchievements } from '@platemark/api/achievements'
import { updateUser } from '@platemark/api/profile'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Api, signIn } from '../../tools/local/api.ts'
import { violations } from '../fixtures/axe.ts'
import { someoneElse } from '../fixtures/mint-panel.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

/** Achievements: claimed, pinned, and shown beside the name. */

async function takeName(api: Api): Promise<string> {
  const username = `quiet${generatePrivateKey().slice(2, 12)}`
  await api.call(updateUser, { body: { username } })
  return username
}

test('achievements are claimed and pinned by keyboard, and stand beside the name', async ({
  page,
  stack,
}) => {
  const { url } = stack
  const creatorKey = await someoneElse(stack)
  const account = privateKeyToAccount(creatorKey)
  const path = await newCollection({
    ...{ url, name: 'Quiet Shore Medal', creatorKey, phases: [openPhase()] },
  })
  const api = await signIn(url, account)
  const username = await takeName(api)
  await openAs(page, stack, { account, path: '/settings' })
  const section = page.getByRole('region', { name: 'Achievements' })
  const one = (name: string) => section.getByRole('listitem', { name, exact: true })
  const claim = (name: string) => one(name).getByRole('button', { name: 'Claim' })
  const menu = page.getByRole('button', { name: 'Account menu, achievements to claim' })
  await expect(async () => {
    await page.reload()
    await expect(claim('Creator')).toBeVisible({ timeout: 2_000 })
    await expect(menu).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await hydrated(page)
  await expect(section).toContainText('0 of 20 claimed, 2 ready to claim')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: /^Profile/ })).toContainText(
    '2 to claim',
  )
  await page.keyboard.press('Escape')

  await claim('Welcome').focus()
  await page.keyboard.press('Enter')
  await expect(one('Welcome')).toContainText(/Claimed \d/)
  await expect(one('Welcome')).toBeFocused()
  await api.call(claimAchievement, { body: { achievement: 'creator_first' } })
  await claim('Creator').click()
  await expect(one('Creator')).toContainText('You already have this one.')
  await expect(
    page.getByRole('button', { name: 'Account menu', exact: true }),
  ).toBeVisible()
  const pin = one('Welcome').getByRole('button', { name: 'Pin Welcome' })
  await pin.focus()
  await page.keyboard.press('Space')
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await expect(section).toContainText('1 of 3')
  await section.getByRole('button', { name: /^Create/ }).click()
  await expect(section.getByRole('listitem')).toHaveCount(5)
  await expect(
    section.getByRole('progressbar', { name: /A hundred people/ }),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])

  const medal = page.getByRole('img', { name: 'Welcome' })
  await page.goto(`/collector/${account.address}?achievement=creator_first`)
  const shared = page.getByRole('region', { name: 'Shared achievement' })
  await expect(shared.getByRole('heading', { name: 'Creator' })).toBeVisible()
  await expect(medal.first()).toBeVisible()
  await page.goto(path)
  await expect(
    page.locator('.nameplate').getByRole('img', { name: 'Welcome' }),
  ).toBeVisible()
  await page.goto('/collections?search=Quiet+Shore+Medal')
  const card = page.locator('.work').filter({ hasText: username })
  await expect(card.getByRole('img', { name: 'Welcome' })).toBeVisible()

  await api.call(pinAchievements, { body: { pinned: [] } })
  await page.reload()
  await expect(card).toContainText('Quiet Shore Medal')
  await page.waitForLoadState('networkidle')
  await expect(medal).toHaveCount(0)
})
