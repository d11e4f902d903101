import type { Page } from '@playwright/test'
import {
  button,
  connect,
  dropOptions,
  fund,
  panel,
  rabby,
  someAddress,
} from '../fixtures/mint-panel.ts'
import { inState } from '../fixtures/mint-panel-state.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

test("on a phone a bar shows the wallet's state and scrolls back to the panel", async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Pocket Print' }))
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  await page.mouse.wheel(0, 3000)
  const bar = page.locator('.mint-bar')
  await expect(bar).toContainText(/0\.002\sETH/)
  await expect(bar).toContainText('Public, 5 left for you')
  await bar.getByRole('button', { name: 'Mint' }).click()
  await expect(panel(page)).toBeFocused()
  await expect(button(page, 'Mint 1')).toBeInViewport()

  wallet.setPolicy('eth_sendTransaction', 'wait')
  await button(page, 'Mint 1').click()
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  await page.mouse.wheel(0, 3000)
  await expect(bar).toContainText('Minting 1')
  await expect(bar).toContainText('Waiting for your wallet')
  await wallet.answer('eth_sendTransaction', 'allow')
  await expect(panel(page)).toContainText('#1 is yours')
})

test('works by keyboard alone from connecting to the mint, and announces each change once', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  const phases = [openPhase({ title: 'Community', price_wei: '0' })]
  const path = await newCollection({ ...dropOptions(stack), name: 'Ten Fingers', phases })
  await page.goto(`${path}?ref=${someAddress()}`)
  await hydrated(page)
  await button(page, 'Connect Wallet').focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby Wallet/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  await expect(panel(page)).toBeFocused()
  await inState(page, 'ready', 'ready-free')
  await panel(page).focus()

  const announcements = await recordAnnouncements(page)
  await page.keyboard.press('Tab')
  await expect(panel(page).getByRole('spinbutton')).toBeFocused()
  await page.keyboard.press('Tab')
  for (const _ of [2, 3, 4, 5]) await page.keyboard.press('Space')
  await expect(button(page, 'Mint 5')).toBeVisible()
  await expect(panel(page).getByRole('spinbutton')).toBeFocused()
  await page.keyboard.press('Home')
  await button(page, 'Mint 1').focus()
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await page.keyboard.press('Space')
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  await expect(panel(page)).toContainText('Confirm in Rabby Wallet')
  await expect(panel(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText(
    'Open Rabby Wallet yourself to find the request',
  )
  await wallet.answer('eth_sendTransaction', 'reject')
  await expect(panel(page).getByRole('alert')).toBeVisible()
  await expect(panel(page)).toBeFocused()
  await inState(page, 'ready', 'ready-after-a-try')
  await expect(panel(page).getByRole('alert')).toBeVisible()

  wallet.setPolicy('eth_sendTransaction', 'allow')
  await button(page, 'Mint 1').focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('#1 is yours')
  await expect(panel(page)).toBeFocused()
  const titles = (await announcements()).map((text) =>
    text.replace(/(now|Wallet|^Minting 1|yours).*/, '$1'),
  )
  const ready = 'You can mint in Community now'
  expect(titles.filter((title) => title !== 'Minting 1')).toEqual([
    ...[ready, 'Confirm in Rabby Wallet', ready],
    ...['Confirm in Rabby Wallet', '#1 is yours'],
  ])
})

/** Records the panel's announcements; returns a function that returns them. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const announcements = await panel(page).evaluateHandle((element) => {
    const announced: string[] = []
    const listen = () => {
      const regions = [...element.querySelectorAll('[role=status]')]
      const text = regions.map(({ textContent }) => textContent).join(' and ')
      if (text !== announced.at(-1)) announced.push(text)
    }
    listen()
    const all = { childList: true, characterData: true, subtree: true }
    new MutationObserver(listen).observe(element, all)
    return announced
  })
  return () => announcements.jsonValue()
}
