import { readFile } from 'node:fs/promises'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import type { Page } from '@playwright/test'
import { createClient, formatEther, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { foundry } from 'viem/chains'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { violations } from '../fixtures/axe.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { ownCollection } from '../fixtures/own-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

const referrer = privateKeyToAccount(generatePrivateKey()).address

/** Opens the studio of a new creator, of whose collection five tokens are minted. */
async function openStudio(page: Page, stack: Stack) {
  const creatorKey = generatePrivateKey()
  const creator = privateKeyToAccount(creatorKey)
  const minted = await mintedCollection(stack, { name: 'Quiet Shore', creatorKey }, 3)
  const fee = await readContract(clientOf(stack), {
    ...{ abi: dropCollectionAbi, address: minted.contract, functionName: 'mintFee' },
  })
  await minted.call('mintTo', [minted.owner.address, 2n, 2n, referrer], fee * 2n)
  await minted.isRead(5)
  await openAs(page, stack, { account: creator, path: '/studio' })
  const owed = await readContract(clientOf(stack), {
    ...{ abi: dropCollectionAbi, address: minted.contract, functionName: 'owed' },
    args: [creator.address],
  })
  return { creator, minted, fee, revenue: formatEther(owed) }
}

function clientOf({ rpcUrls }: Stack) {
  return createClient({ chain: foundry, transport: http(rpcUrls.local) })
}

/** Presses a button and returns the rows of the file that it saves, cells without quotes. */
async function savedRows(page: Page, button: string): Promise<string[][]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))
}

test('a collection shows what the chain holds, as chart, table and files', async ({
  page,
  stack,
}) => {
  const { minted, fee, revenue } = await openStudio(page, stack)
  await page.getByRole('link', { name: /^Open Quiet Shore/ }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: /^Quiet Shore/ }),
  ).toBeVisible()
  const sums = page.locator('.sums')
  await expect(sums).toContainText('5 / 100')
  await expect(sums).toContainText(`${revenue}\u00a0ETH`)
  await expect(sums).toContainText('1 unique minter')

  const figures = page.getByRole('region', { name: 'Mints and revenue' })
  const chart = figures.getByRole('img', { name: /Mints by phase/ })
  await expect(chart).toHaveAccessibleDescription(
    new RegExp(`Revenue comes to ${revenue} ETH`),
  )
  const bars = await chart.locator('.hue-0').count()
  await chart.hover()
  await expect(figures.locator('.reading')).toContainText('So far')
  expect(await violations(page)).toEqual([])

  await figures.getByRole('button', { name: 'Table' }).click()
  const cells = await figures
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    )
  const counts = cells.map(([count]) => Number(count))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
  expect(counts.filter((count) => count > 0)).toHaveLength(bars)
  expect(cells.at(-1)?.at(-1)).toBe(revenue)

  const [head, ...rows] = await savedRows(page, 'CSV')
  expect(head?.slice(1)).toEqual(['Public', 'revenue ETH', 'revenue so far ETH'])
  expect(rows.map((row) => row.slice(1))).toEqual(cells)
  const holders = await savedRows(page, 'CSV of holders')
  expect(holders.slice(1).map(([, tokens]) => tokens)).toEqual(['5'])
  const earned = formatEther((fee * 2n) / 5n)
  const referrers = page.getByRole('region', { name: 'Referrers' })
  await expect(referrers.getByRole('row', { name: 'With a link' })).toContainText(earned)
  expect((await savedRows(page, 'CSV of referrers'))[1]).toEqual([
    ...[referrer, '', '2', '0', earned],
  ])

  // Others mint on: every figure is read again on a return to the page.
  await minted.mint(1)
  await minted.isRead(6)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const newRevenue = formatEther((fee / 2n) * 6n)
  await expect(sums).toContainText('6 / 100')
  await expect(sums.getByText(`${newRevenue}\u00a0ETH`)).toHaveCount(2)
  const phases = page.getByRole('region', { name: 'Phases' })
  await expect(phases.getByRole('row', { name: 'All phases' })).toContainText(
    `6${newRevenue}`,
  )
  await expect(phases).not.toContainText('airdropped')
  await expect(figures.locator('tbody tr').last()).toContainText(newRevenue)

  const place = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'View page' }).click()
  const back = page.getByRole('link', { name: 'Open in Studio' })
  await expect(back).toHaveAttribute('href', place)
  await page.locator('.lower').evaluate((element) => element.scrollIntoView())
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Report/ })).toHaveCount(0)
})

test('the largest supply stands on one line of a narrow screen', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  const { creator, path } = await ownCollection(stack, { max_supply: 268_435_454 })
  await openAs(page, stack, { account: creator, path })
  const supply = page.locator('.sums').getByText(/^\/\s268,435,454$/)
  const lines = await supply.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)
})

test('a draft leads to the wizard, and an address of others to none of yours', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/404|422/)
  const { creator } = await openStudio(page, stack)
  const id = await makeDraft(await signIn(stack.url, creator), {
    fields: { chain_alias: 'local', kind: 'drop', name: 'Paper Moons', max_supply: 12 },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
  await page.goto(`/studio/${id}`)
  await expect(page).toHaveURL(new RegExp(`/create\\?draft=${id}`))
  for (const place of ['3f0c2a54-8a3e-4c38-9a55-6a1f0f7a7d10', 'no-id']) {
    await page.goto(`/studio/${place}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'None of your collections is at this address',
    )
  }
})
