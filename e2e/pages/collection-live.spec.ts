import { collectionAbi } from '@platemark/abi/collection'
import { deleteContract, hideContract } from '@platemark/api/studio'
import type { APIResponse } from '@playwright/test'
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import {
  drop,
  fact,
  fresh,
  mint,
  mintPanel,
  openLive,
  section,
  send,
  toEnd,
} from '../fixtures/collection-sections.ts'
import { button, connect, fund, rabby } from '../fixtures/mint-panel.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { EVENTS } from '../fixtures/tabs.ts'

test('counts other mints without refetching', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const { path, address } = await fresh(stack, 'Moving Water')
  const requested: string[] = []
  await page.clock.install()
  await openLive(page, path)
  await toEnd(page)
  await expect(section(page, 'Items')).toContainText('Nothing minted yet')
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await mint(stack, address, 2)
  await expect(fact(page, 'Minted')).toHaveText('2 2%')
  await expect(mintPanel(page).locator('.figures')).toContainText('2 of 100 minted')
  await expect(fact(page, 'Holders')).toHaveText('1')
  await expect(page.locator('.lower > [role="status"]')).toHaveText('2 of 100 minted')
  expect(
    requested.filter((url) => url.toLowerCase().endsWith(address.toLowerCase())),
  ).toEqual([])
  // Lists may be cached for ten seconds.
  const items = section(page, 'Items').getByRole('article')
  await passTime(page, () => expect(items).toHaveCount(2, shortly))
  const activity = section(page, 'Activity')
  await passTime(page, () => expect(activity).toContainText('#1, #2 to', shortly))
  const holders = section(page, 'Holders').getByRole('row')
  await passTime(page, () => expect(holders).toHaveCount(2, shortly))
})

test('shows the tokens of an own mint while lists are still those from before it', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  const { path, address } = await fresh(stack, 'Quiet Shore Yours')
  await mint(stack, address, 2)
  await fund(stack, wallet)
  // The server keeps the answer of a list for ten seconds; tests run without.
  const kept = new Map<string, APIResponse>()
  await page.route(/\/tokens\?/, async (route) => {
    const url = route.request().url()
    const response = kept.get(url) ?? (await route.fetch())
    kept.set(url, response)
    await route.fulfill({ response })
  })
  await openLive(page, path)
  await connect(page)
  await toEnd(page)
  const items = section(page, 'Items')
  await expect(items.getByRole('article')).toHaveCount(2)
  await expect(items).toContainText('Yours 0')
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  for (const _ of [2, 3]) await quantity.press('ArrowUp')
  await button(page, 'Mint 3').click()
  await expect(items.locator('h2')).toHaveText('Items 5')
  await expect(items.getByRole('article').first()).toContainText(/#5\s*Yours/)
  await expect(items).toContainText('Yours 3')
  expect(kept.size).toBeGreaterThan(0)

  // The panel stays as high as the art: nothing beside it jumps down.
  const bottomOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom)
  await expect(mintPanel(page).locator('.new-prints figure')).toHaveCount(3)
  const top = await page
    .locator('.rest')
    .evaluate((element) => element.getBoundingClientRect().top)
  expect(top - (await bottomOf('.lead'))).toBeLessThan(40)
})

test('refetches terms and change log when the owner changes them', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const creatorKey = generatePrivateKey()
  const { path, address } = await fresh(stack, 'Changing Mind', creatorKey)
  await page.clock.install()
  await openLive(page, path)
  await toEnd(page)
  const log = section(page, 'Change log')
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await send(stack, creatorKey, {
    to: address,
    data: encodeFunctionData({
      abi: collectionAbi,
      functionName: 'setPaused',
      args: [true],
    }),
  })
  await expect(page.locator('.phases')).toContainText('Paused')
  const newest = log.getByRole('listitem').first()
  await passTime(page, () => expect(newest).toContainText('Minting paused.', shortly))
})

test('falls back to polling without a stream', async ({ page, stack, faults }) => {
  faults.allow(/ERR_FAILED/)
  const { path, address } = await fresh(stack, 'No Stream')
  await page.route(EVENTS, (route) => route.abort())
  const isTried = page.waitForRequest(EVENTS)
  await page.clock.install()
  await page.goto(path)
  await hydrated(page)
  await isTried
  await mint(stack, address, 1)
  const minted = fact(page, 'Minted')
  await passTime(page, () => expect(minted).toHaveText('1 1%', shortly))
})

test('has one stream, and none after leaving the page', { tag: '@soak' }, async ({
  page,
}) => {
  const streams: string[] = []
  page.on('request', (request) => {
    if (EVENTS.test(request.url())) streams.push(request.url())
  })
  await openLive(page, drop)
  const isLeft = page.waitForEvent('requestfailed', (request) =>
    EVENTS.test(request.url()),
  )
  await page.getByRole('link', { name: 'Launchpad' }).first().click()
  await isLeft
  expect(streams).toHaveLength(1)
})

test('shows when its creator hides it while it is open', async ({ page, stack }) => {
  const creatorKey = generatePrivateKey()
  const { path, id } = await fresh(stack, 'Curtain', creatorKey)
  await openLive(page, path)
  const api = await signIn(stack.url, privateKeyToAccount(creatorKey))
  await api.call(hideContract, { params: { contract_id: id } })
  await expect(page.getByText('The creator has hidden this collection.')).toBeVisible()
})

test('is gone when its creator deletes its page while it is open', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/404/)
  const creatorKey = generatePrivateKey()
  const { path, id } = await fresh(stack, 'Short Visit', creatorKey)
  await openLive(page, path)
  const api = await signIn(stack.url, privateKeyToAccount(creatorKey))
  await api.call(deleteContract, { params: { contract_id: id } })
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Short Visit')
  await expect(mintPanel(page)).toHaveCount(0)
})
