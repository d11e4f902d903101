import type { Page } from '@playwright/test'
import type { PrivateKeyAccount } from 'viem'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { button, fund, rabby } from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'

/** The review of a draft, and its deployment with a real wallet on a real chain. */

const deploy = (page: Page) => page.getByRole('button', { name: /^Deploy on / })
const live = (page: Page) => page.getByRole('heading', { name: / is live$/ })

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

test('a draft is reviewed, declined, deployed once, and its page opened and minted from', async ({
  page,
  stack,
}) => {
  const wallet = await openReview(page, stack, 'Paper Moons')
  await expect(page.locator('.terms')).toContainText('Supply: at most 1,200')
  await expect(page.locator('.cost')).toContainText('The contract will live at 0x')
  wallet.setPolicy('eth_sendTransaction', 'reject')
  await deploy(page).click()
  await expect(page.getByText('You declined in the wallet')).toBeVisible()
  await expect(page.getByText('Nothing was sent and nothing was charged.')).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel this deployment and edit' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  const edits = page.getByRole('complementary', { name: 'Preview' })
  await expect(edits).toContainText('It cannot be edited while it is being deployed.')
  await expect(edits.getByRole('link')).toHaveCount(0)

  wallet.setPolicy('eth_sendTransaction', 'allow')
  await page.getByRole('button', { name: 'Try again' }).dblclick()
  await expect(live(page)).toHaveText('Paper Moons is live')
  await expect(page.getByText(/^In block [\d,]+$/)).toBeVisible()
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(2)
  await page.getByRole('link', { name: 'Open page' }).click()
  await button(page, 'Mint 1').click()
  await expect(page.getByText('#1 is yours')).toBeVisible()
})

test('a reload while the wallet is asked keeps the deployment, which follows what it sends', async ({
  page,
  stack,
}) => {
  const wallet = await openReview(page, stack, 'Slow Moons')
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await deploy(page).click()
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  await page.reload()
  await hydrated(page)
  await expect(page.getByText('This deployment is prepared')).toBeVisible()
  await expect(page.getByText('Your wallet has not answered')).toBeVisible()
  await wallet.answer('eth_sendTransaction', 'allow')
  await expect(live(page)).toHaveText('Slow Moons is live')
})
