import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { violations } from '../fixtures/axe.ts'
import { downloadStatement } from '../fixtures/download-statement.ts'
import { readLayoutShift, watchLayoutShift } from '../fixtures/layout-shift.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, test } from '../fixtures/stack.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

test('downloads a statement to the wei, and checks the contract against the chain', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const creatorKey = generatePrivateKey()
  const accounts = [privateKeyToAccount(creatorKey)]
  await mintedCollection(stack, { name: 'Quiet Shore', creatorKey }, 3)
  const place = { url: stack.url, path: '/studio/earnings' }
  await watchLayoutShift(page)
  await openWithSession(page, place, { ...firstNetwork(stack), accounts })

  const statement = page.getByRole('region', { name: 'Statement' })
  // Half the fee of three free mints.
  await expect(statement.getByRole('row').nth(1)).toContainText('0.00015\u00a0ETH')
  expect(await downloadStatement(page, '1 line')).toMatchObject([
    { wei: '150000000000000', kind: 'mint', tokens: '3' },
  ])

  await expect(page.locator('main [aria-busy]')).toHaveCount(0)
  expect(await readLayoutShift(page)).toBeLessThan(0.01)

  // A line is a row of its own on a phone, with its amounts.
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const cell of await statement.locator('td.number').all()) {
    const { x = 0, width = 320 } = (await cell.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(320)
  }

  for (const kind of ['Mints', 'Referrals', 'Royalties of splits', 'Withdrawals']) {
    await statement.getByRole('checkbox', { name: kind }).uncheck()
  }
  await expect(statement).toContainText('Choose at least one kind of line.')

  const check = page.getByRole('region', { name: /chain|checked/ })
  await check.getByRole('button', { name: 'Check now' }).click()
  await expect(
    check.getByRole('heading', { name: 'Agrees with the chain' }),
  ).toBeVisible()
  await expect(check.locator('.total dd')).toHaveText('0.0003 ETH')
  await expect(check.locator('.held dd')).toHaveText('0.0003 ETH')
  expect(await violations(page)).toEqual([])
})
