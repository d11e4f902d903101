import { parseEther } from 'viem'
import { violations } from '../fixtures/axe.ts'
import { openOwnCollection } from '../fixtures/own-collection.ts'
import { expect, test } from '../fixtures/stack.ts'

test('announces a higher price of an open phase after a reload, with one transaction', async ({
  page,
  stack,
}) => {
  const terms = { notice_seconds: 3600 }
  const { wallet, overview } = await openOwnCollection(page, stack, terms, {
    change: 'phases',
  })
  const phase = page.getByRole('region', { name: 'Change the public phase', exact: true })
  const price = phase.getByLabel('Price', { exact: true })
  await price.fill('0.001')
  await expect(phase).toContainText('Takes effect immediately')
  await price.fill('0.003')
  await expect(phase).toContainText('Minting is open, and the price rises.')
  await page.reload()
  await expect(price).toHaveValue('0.003')
  expect(await violations(page)).toEqual([])
  await phase.getByRole('button', { name: 'Sign', exact: true }).dblclick()
  await expect(phase.getByText('Public phase announced')).toBeInViewport()
  await expect(phase).toContainText('In block')
  const { publicPhase, pendingPublicPhase } = await overview()
  expect(publicPhase.price).toBe(parseEther('0.002'))
  expect(pendingPublicPhase.price).toBe(parseEther('0.003'))
  await expect(
    phase.getByRole('button', { name: 'Apply the announced phase' }),
  ).toBeDisabled()
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(1)
})
