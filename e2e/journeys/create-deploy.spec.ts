import type { Page } from '@playwright/test'
import type { PrivateKeyAccount } from 'viem'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { fund, rabby } from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { deploy, deployed, saved } from '../fixtures/wizard.ts'

/** Makes a draft through the API, and opens its review signed in as its creator. */
async function openReview(page: Page, stack: Stack, name: string) {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  // Safe: the wallet has accounts.
  const [creator] = wallet.accounts as [PrivateKeyAccount]
  const api = await signIn(stack.url, creator, 31_337)
  const id = await makeDraft(api, {
    fields: {
      ...{ chain_alias: 'local', kind: 'drop', symbol: 'MOONS', max_supply: 1200, name },
      phases: [openPhase({ price_wei: '4000000000000000' })],
      notice_seconds: 86_400,
    },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
  await page.goto(`/create?draft=${id}&step=review`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby/ })
    .click()
  await expect(deploy(page)).toBeEnabled()
  return wallet
}

test('a declined deployment opens its draft at once, and is deployed later', async ({
  page,
  stack,
}) => {
  const wallet = await openReview(page, stack, 'Quiet Shore Moons')
  wallet.setPolicy('eth_sendTransaction', 'reject')
  await deploy(page).click()
  const reason = page.getByRole('alert').filter({ hasText: 'You declined in the wallet' })
  await expect(reason).toBeInViewport()
  await expect(deploy(page)).toBeInViewport()
  await expect(page.getByText('This deployment is prepared')).toBeHidden()
  await page.goto(page.url().replace('step=review', 'step=details'))
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Quiet Shore Tides')
  await name.blur()
  await expect(saved(page)).toBeVisible()
  wallet.setPolicy('eth_sendTransaction', 'allow')
  await page.goto(page.url().replace('step=details', 'step=review'))
  await expect(deploy(page)).toBeEnabled()
  await deploy(page).click()
  await expect(deployed(page)).toHaveText('Quiet Shore Tides is live')
  const contractPlate = /^\/plates\/local-0x[0-9a-f]{40}\.svg/
  await expect(page.locator('.live-card img')).toHaveAttribute('src', contractPlate)
})

test('a reload while the wallet is asked keeps the deployment, which follows what it sends', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await openReview(page, stack, 'Slow Moons')
  await expect(page.locator('.cost')).toContainText('The contract will be at 0x')
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await deploy(page).click()
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  await page.reload()
  await hydrated(page)
  await expect(page.getByText('This deployment is prepared')).toBeVisible()
  await expect(page.getByText('Your wallet has not answered')).toBeVisible()
  await wallet.answer('eth_sendTransaction', 'allow')
  await expect(deployed(page)).toHaveText('Slow Moons is live')
})
