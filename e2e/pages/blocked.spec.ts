import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { operator } from '../fixtures/operator.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

const words = (page: Page) =>
  page.getByRole('heading', { name: 'This collection is not shown here' })

/** Reads the contract address from a page. */
async function addressOf(stack: Stack, path: string): Promise<string> {
  const [, , chain, alias] = path.split('/')
  const response = await fetch(`${stack.url}/api/contract/${chain}/${alias}`)
  return (await response.json()).data.contract_address
}

test('a blocked collection shows visitors its location, and its owner the reason', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/status of 451/)
  const owner = privateKeyToAccount(generatePrivateKey())
  const creatorKey = generatePrivateKey()
  const creator = privateKeyToAccount(creatorKey)
  const name = 'Driftglass'
  const path = await newCollection({
    ...{ url: stack.url, name, phases: [openPhase()], creatorKey },
  })
  const place = `local/${await addressOf(stack, path)}`
  await page.clock.install()
  await page.goto(path)
  await hydrated(page)
  const title = page.getByRole('heading', { name, level: 1 })
  await expect(title).toBeVisible()

  // An open page is replaced at its next refetch.
  await operator(stack, 'block', 'collection', place, '--reason', 'copy')
  await passTime(page, () => expect(words(page)).toBeVisible(shortly))
  await expect(page.getByRole('heading', { name })).toHaveCount(0)

  const answer = await page.goto(path)
  expect(answer?.status()).toBe(451)
  const html = await answer?.text()
  expect(html).not.toContain(name)
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).toContain(
    '<meta property="og:title" content="Platemark | Not shown here">',
  )
  expect(html).toContain('<title>Platemark | Not shown here</title>')
  await hydrated(page)
  await expect(words(page)).toBeVisible()
  await expect(page).toHaveTitle(/Not shown here$/)
  await expect(page.locator('.blocked code')).toHaveText(/^0x\w{4}…\w{4}$/)

  await installWallet(page, 'io.rabby', {
    name: 'Rabby Wallet',
    ...firstNetwork(stack),
    accounts: [creator, owner],
  })
  await page.goto(path)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby Wallet/ })
    .click()
  await expect(page.getByText('Only you can see this page.')).toBeVisible()
  await expect(title).toBeVisible()
  await expect(page.locator('.why')).toContainText(
    "Reported as a copy of another artist's work.",
  )
  await expect(page.getByRole('region', { name: 'Mint', exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(320)

  await page.reload()
  await expect(page.getByText('Only you can see this page.')).toBeVisible()
  await operator(stack, 'unblock', 'collection', place)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Mint', exact: true })).toBeVisible()
  await expect(page.getByText('Only you can see this page.')).toHaveCount(0)
})
