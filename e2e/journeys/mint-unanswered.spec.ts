import type { Page } from '@playwright/test'
import { foreignTest } from '../fixtures/foreign-panel.ts'
import {
  button,
  connect,
  dropOptions,
  fund,
  panel,
  rabby,
} from '../fixtures/mint-panel.ts'
import { inState } from '../fixtures/mint-panel-state.ts'
import { newCollection } from '../fixtures/new-collection.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { BridgedWallet } from '../fixtures/wallet-bridge.ts'

const warning = 'Rabby Wallet has not answered your mint and may still send it.'

/** Passes the time that the wallet has for its pending request. */
async function untilLate(page: Page, wallet: BridgedWallet): Promise<void> {
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  await page.clock.fastForward(121_000)
}

test('a mint that the wallet does not answer can be left, is warned of, and shown when sent', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.clock.install()
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Long Silence' }))
  await connect(page)
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('Confirm in Rabby Wallet')
  await expect(button(page, 'Stop waiting')).toHaveCount(0)
  await untilLate(page, wallet)
  await expect(panel(page)).toContainText('Rabby Wallet has not answered')
  await inState(page, 'pending_tx', 'pending_tx-late')
  await button(page, 'Stop waiting').click()
  await expect(panel(page).getByRole('alert')).toContainText(warning)
  await panel(page).getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp')
  await expect(button(page, 'Mint 2')).toBeEnabled()
  await expect(panel(page).getByRole('alert')).toContainText(warning)
  await inState(page, 'ready', 'ready-warned')
  await wallet.answer('eth_sendTransaction', 'allow')
  await passTime(page, () => expect(panel(page)).toContainText('#1 is yours', shortly))
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
})

test('a mint that the wallet did not answer is warned of after a reload', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.clock.install()
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Left Open' }))
  await connect(page)
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await button(page, 'Mint 1').click()
  await untilLate(page, wallet)
  await button(page, 'Stop waiting').click()
  await expect(panel(page).getByRole('alert')).toContainText(warning)
  await page.reload()
  await expect(button(page, 'Mint 1')).toBeVisible()
  await expect(panel(page).getByRole('alert')).toContainText(warning)
})

test('a wallet that shares its account and names no network is given up', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  wallet.setPolicy('eth_chainId', 'silent')
  await page.clock.install()
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Rabby/ }).click()
  await expect.poll(() => wallet.calls('eth_chainId').length).toBeGreaterThan(0)
  await page.clock.fastForward(11_000)
  await expect(dialog.getByRole('alert')).toContainText(
    'Open it and look for a request, or try again.',
  )
  wallet.setPolicy('eth_chainId', 'allow')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('#account-button')).toBeVisible()
})

foreignTest(
  'the embedded panel lets go of a mint that the wallet does not answer',
  { tag: '@soak' },
  async ({ page, stack, foreign }) => {
    const { panel, button, wallet } = foreign
    await foreign.fund()
    await page.clock.install()
    await foreign.show(
      await newCollection({ ...dropOptions(stack), name: 'Far Silence' }),
    )
    await foreign.connect()
    wallet.setPolicy('eth_sendTransaction', 'wait')
    await button('Mint 1').click()
    await untilLate(page, wallet)
    await button('Stop waiting').click()
    await expect(panel.getByRole('alert')).toContainText(warning)
    await wallet.answer('eth_sendTransaction', 'allow')
    await passTime(page, () => expect(panel).toContainText('#1 is yours', shortly))
  },
)
