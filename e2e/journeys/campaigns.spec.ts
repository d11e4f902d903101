import { claimAchievement, pinAchievements } from '@platemark/api/achievements'
import { type CampaignDetail, joinCampaign } from '@platemark/api/campaigns'
import { updateUser } from '@platemark/api/profile'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { violations } from '../fixtures/axe.ts'
import { enter } from '../fixtures/keyboard.ts'
import { fund } from '../fixtures/mint-panel.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { operator } from '../fixtures/operator.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

/** Both campaigns of the example content, from joining to the board and the stamp. */

const battle = '/soneium-guild-battle'
const card = '/superchain-stamp-card'

async function readCampaign({ url }: Stack, path: string): Promise<CampaignDetail> {
  const response = await fetch(`${url}/api/campaigns${path}`)
  return (await response.json()).data
}

test('a visitor reads both campaigns without scripts, and is asked to sign in to join', async ({
  page,
  stack,
}) => {
  for (const path of [battle, card, '/campaigns']) {
    const response = await fetch(stack.url + path, { headers: { accept: 'text/html' } })
    expect([path, response.status]).toEqual([path, 200])
  }
  const { title, quests } = await readCampaign(stack, battle)
  const html = await (
    await fetch(stack.url + battle, { headers: { accept: 'text/html' } })
  ).text()
  for (const text of [title, quests[0]?.title ?? '', 'Rules in plain words']) {
    expect(html).toContain(text)
  }
  await page.goto('/campaigns')
  await hydrated(page)
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(page).toHaveURL(new RegExp(`${battle}$`))
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: /^Join / }).click()
  await expect(
    page.getByText(`Sign in to join ${title}. It is free and needs no transaction.`),
  ).toBeVisible()
})

test('a person joins a guild, mints, and finds the points on the board', async ({
  page,
  stack,
}) => {
  const minted = await mintedCollection(stack, { name: 'Quiet Shore Battle' }, 1)
  await fund(stack, { accounts: [minted.owner] })
  const api = await signIn(stack.url, minted.owner)
  const username = `quiet${minted.owner.address.slice(2, 12).toLowerCase()}`
  await api.call(updateUser, { body: { username } })
  await api.call(claimAchievement, { body: { achievement: 'welcome' } })
  await api.call(pinAchievements, { body: { pinned: ['welcome'] } })
  await openAs(page, stack, { account: minted.owner, path: battle })
  await hydrated(page)
  const guild = page.getByRole('radio').first()
  await guild.focus()
  await page.keyboard.press('Space')
  await enter(page.getByRole('button', { name: /^Join / }))
  const dialog = page.getByRole('dialog', { name: /^Join / })
  await expect(dialog).toContainText('after 24 hours or your first points')
  expect(await violations(page)).toEqual([])
  await enter(dialog.getByRole('button', { name: /^Join / }))
  await expect(page.getByRole('heading', { name: /^You are in / })).toBeVisible()
  await minted.mint(1)
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.standing dd').first()).not.toHaveText(/^0/, {
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })
  const own = page.getByRole('region', { name: 'Leaderboard' }).locator('tr.own')
  await expect(own).toContainText(`You${username}`)
  await expect(own.getByRole('img', { name: 'Welcome' })).toBeVisible()
  await expect(page.getByText('Your guild can no longer be changed.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a mint from before joining gives a stamp, and the card is shared as a picture', async ({
  page,
  stack,
}) => {
  const minted = await mintedCollection(stack, { name: 'Quiet Shore Card' }, 1)
  await fund(stack, { accounts: [minted.owner] })
  await openAs(page, stack, { account: minted.owner, path: card })
  await hydrated(page)
  await page.getByRole('button', { name: 'Start my card' }).click()
  await expect(page.getByText('Your card', { exact: true })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.card-steps .stamped')).toHaveCount(1, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText(/^Stamped on /)).toBeVisible()
  const full = page.getByRole('button', { name: 'Claim Full card' })
  await expect(full).toBeDisabled()
  await expect(full).toHaveAccessibleDescription(/1 to go/)
  const image = page.getByAltText(/^Share image: 1 of /)
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBe(1200)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: /no stamp yet/ }).click()
  await expect(page).toHaveURL(/\/collections\?chain=local-two$/)
})

test('a second wallet is linked by two signatures, and a notice is answered before the decision', {
  tag: '@soak',
}, async ({ page, stack }) => {
  // Each command of the operator is a process of its own.
  test.setTimeout(180_000)
  const [owner, other] = [generatePrivateKey(), generatePrivateKey()].map((key) =>
    privateKeyToAccount(key),
  )
  if (!owner || !other) throw new Error('Two accounts are needed.')
  const alias = battle.slice(1)
  const api = await signIn(stack.url, owner)
  await api.call(joinCampaign, { params: { alias }, body: { team: 'burin' } })
  const wallet = await openAs(page, stack, { account: owner, path: battle })
  await hydrated(page)
  await page.getByRole('button', { name: 'Link another wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link another wallet' })
  const address = dialog.getByRole('textbox', { name: 'Your other wallet' })
  await address.fill(owner.address)
  await expect(dialog).toContainText('This is the wallet you signed in with.')
  await address.fill(other.address)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const text = (await dialog.locator('pre').textContent()) ?? ''
  expect(text).toContain('Both count as one person from now on.')
  expect(await violations(page)).toEqual([])
  const own = dialog.getByRole('region', { name: 'The wallet you signed in with' })
  wallet.setPolicy('personal_sign', 'reject')
  await own.getByRole('button', { name: /^Sign/ }).click()
  await expect(own).toContainText('You declined. Nothing was signed.')
  wallet.setPolicy('personal_sign', 'allow')
  await own.getByRole('button', { name: /^Sign/ }).click()
  await expect(own).toContainText('Signed')
  const pasted = dialog.getByRole('textbox', { name: /^Or paste/ })
  await pasted.fill('0xzz')
  await expect(dialog).toContainText('A signature begins with 0x')
  await pasted.fill(await other.signMessage({ message: text }))
  await dialog.getByRole('button', { name: 'Link both wallets' }).click()
  const linked = page.getByRole('region', { name: 'Linked wallets' })
  await expect(linked.getByRole('listitem')).toHaveCount(1)

  const reason = ['--reason', 'Two wallets of one person']
  await operator(stack, 'campaign', 'notice', alias, owner.address, ...reason)
  await page.reload()
  await hydrated(page)
  const notice = page.getByRole('region', { name: 'Notice of the operator' })
  await expect(notice).toContainText('Two wallets of one person')
  await notice.getByRole('textbox', { name: 'Your answer' }).fill('They are linked.')
  await notice.getByRole('button', { name: 'Send answer' }).click()
  await expect(notice.getByRole('definition').last()).toHaveText('They are linked.')
  expect(await violations(page)).toEqual([])
  await operator(stack, 'campaign', 'disqualify', alias, owner.address, ...reason)
  await page.reload()
  await expect(notice).toContainText('You were disqualified')
})
