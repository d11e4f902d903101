import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { violations } from '../fixtures/axe.ts'
import { openOwnCollection } from '../fixtures/own-collection.ts'
import { expect, test } from '../fixtures/stack.ts'

/** Changes of a live collection by its owner, each signed alone, and read from the chain. */

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sign = (page: Page, region: string, name = 'Sign') =>
  part(page, region).getByRole('button', { name, exact: true })
const mined = (page: Page, label: string) =>
  expect(page.getByRole('status').filter({ hasText: `${label}: in block` })).toBeVisible()

test('changes royalty and price and pauses, each signed alone, after a reload too', async ({
  page,
  stack,
}) => {
  const own = await openOwnCollection(page, stack, {
    ...{ royalty_bps: 500, royalty_ceiling_bps: 1000, notice_seconds: 3600 },
  })
  const { wallet, overview } = own

  await own.openChange('royalty')
  const royalty = part(page, 'Change the royalty')
  await royalty.getByLabel('Royalty', { exact: true }).fill('11')
  await expect(royalty).toContainText('At most 10%.')
  await expect(sign(page, 'Change the royalty')).toBeDisabled()
  await royalty.getByLabel('Royalty', { exact: true }).fill('4')
  await page.reload()
  await expect(royalty.getByLabel('Royalty', { exact: true })).toHaveValue('4')
  expect(await violations(page)).toEqual([])
  wallet.setPolicy('eth_sendTransaction', 'reject')
  await sign(page, 'Change the royalty').click()
  await expect(royalty).toContainText('You declined in the wallet')
  wallet.setPolicy('eth_sendTransaction', 'allow')
  await sign(page, 'Change the royalty').dblclick()
  await mined(page, 'Royalty 4%')
  expect((await overview()).royaltyBps).toBe(400n)
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(2)

  await own.openChange('phases')
  const phase = part(page, 'Change the public phase')
  await phase.getByLabel('Price', { exact: true }).fill('0.001')
  await expect(phase).toContainText('It counts at once')
  await phase.getByLabel('Price', { exact: true }).fill('0.003')
  await expect(phase).toContainText('Minting is open, and the price rises.')
  await sign(page, 'Change the public phase').click()
  await mined(page, 'Announce the public phase')
  const announced = await overview()
  expect(announced.publicPhase.price).toBe(parseEther('0.002'))
  expect(announced.pendingPublicPhase.price).toBe(parseEther('0.003'))
  await expect(
    sign(page, 'Change the public phase', 'Apply the announced phase'),
  ).toBeDisabled()

  await own.openChange('pause')
  await sign(page, 'Pause minting', 'Pause minting').click()
  await mined(page, 'Pause minting')
  expect((await overview()).isPaused).toBe(true)
  await expect(sign(page, 'Pause minting', 'Resume minting')).toBeVisible()
})
