import type { Page } from '@playwright/test'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { violations } from '../fixtures/axe.ts'
import { drawn, isNarrowLight, pairs, soakUnless } from '../fixtures/extent.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

const view = (page: Page) => page.getByRole('dialog')
const title = (page: Page) => view(page).getByRole('heading', { level: 2 })
/** Waits until the adjacent tokens are known. */
const isRead = (page: Page) => expect(view(page)).not.toHaveAttribute('aria-busy')
const friend = privateKeyToAccount(generatePrivateKey()).address

test('opens from a card over its collection, and Back restores card and scroll', async ({
  page,
  stack,
}) => {
  const { path } = await mintedCollection(stack, { name: 'Low Light' }, 4)
  await page.goto(path)
  await hydrated(page)
  const card = page.locator('#items').getByRole('link', { name: '#3' }).first()
  await card.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await card.click()

  await expect(page).toHaveURL(/\?token=3$/)
  await expect(title(page)).toHaveText(/#3$/)
  await expect(title(page)).toBeFocused()
  await expect(view(page)).toContainText('holds 4')
  await expect(view(page).locator('.token-events')).toContainText('Minted')
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  await page.goBack()
  await expect(view(page)).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await expect(card).toBeFocused()

  await card.click()
  await expect(title(page)).toHaveText(/#3$/)
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(view(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await card.click()
  await view(page)
    .getByRole('link', { name: /^Close/ })
    .click()
  await expect(view(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${path}$`))

  // Opened by its URL, it has no card to return to.
  await page.goto(`${path}?token=3`)
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(view(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('leads to the newer token on the left and the older on the right, by press and by key', async ({
  page,
  stack,
}) => {
  const { path, call } = await mintedCollection(stack, { name: 'Steps' }, 5)
  await call('burn', [3n])
  await expectAnswer(page, `${apiOf(path)}/tokens/4`, { previous_id: '2' })
  await page.goto(`${path}?token=4&tab=items`)
  await hydrated(page)
  await expect(view(page)).toContainText('2 of 4')
  await view(page).getByRole('link', { name: '#2' }).click()
  await expect(page).toHaveURL(/tab=items&token=2$/)
  await expect(title(page)).toHaveText(/#2$/)
  await expect(title(page)).toBeFocused()
  await isRead(page)
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(/^Steps \w+ #4$/)
  await expect(title(page)).toBeFocused()
  await isRead(page)
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(/^Steps \w+ #5$/)
  await expect(title(page)).toBeFocused()
  await isRead(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(/#4$/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\?tab=items$/)
})

test('is server-rendered, and can be read and closed without JavaScript', {
  tag: '@soak',
}, async ({ browser, stack }) => {
  const { path } = await mintedCollection(stack, { name: 'By Hand' }, 2)
  const context = await browser.newContext({
    baseURL: stack.url,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  const response = await page.goto(`${path}?token=2`)
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(/By Hand \w+ #2$/)
  await expect(title(page)).toHaveText(/#2$/)
  await expect(view(page).locator('.token-art img')).toBeVisible()
  await expect(view(page)).toContainText('1 of 2')
  await view(page)
    .getByRole('link', { name: /^Close/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await context.close()
})

test('of a number that was never minted is not found, and names the existing range', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/404/)
  const { path } = await mintedCollection(stack, { name: 'Nothing' }, 3)
  const ids = [
    '900',
    '0',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    'salt',
    '01',
  ]
  for (const id of drawn(ids, 2)) {
    const response = await page.goto(`${path}?token=${id}`)
    expect(response?.status(), id).toBe(404)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await hydrated(page)
    await expect(title(page)).toHaveText(`#${id} hasn’t been minted`)
    await expect(view(page)).toContainText('Tokens go from 1 to 3.')
  }
  await view(page).getByRole('link', { name: 'See all 3 items' }).click()
  await expect(view(page)).toBeHidden()
  await expect(page.locator('#items')).toBeVisible()
})

test('follows the order of the list it was opened from', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const { path, call, owner } = await mintedCollection(stack, { name: 'Order' }, 4)
  await call('transferFrom', [owner.address, friend, 2n])
  await expectAnswer(page, `${apiOf(path)}/tokens/2`, { owner: friend })
  await page.goto(`${path}?tab=items&order=oldest&token=2`)
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(/#1$/)
  await page.goto(`${path}?tab=items&owner=${owner.address}&token=3`)
  await expect(view(page).getByRole('link', { name: '#1' })).toBeVisible()
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(/#1$/)
  await expect(view(page).getByRole('link', { name: '#3' })).toBeVisible()
})

test('that was burned keeps its page', { tag: '@soak' }, async ({ page, stack }) => {
  const { path, call, owner } = await mintedCollection(stack, { name: 'Embers' }, 2)
  await call('transferFrom', [owner.address, friend, 2n])
  await call('burn', [1n])
  await expectAnswer(page, `${apiOf(path)}/tokens/1`, { owner: null })
  const response = await page.goto(`${path}?token=1`)
  expect(response?.status()).toBe(200)
  await hydrated(page)
  await expect(view(page)).toContainText('This item was burned.')
  await expect(view(page)).toContainText('That cannot be undone.')
  const history = view(page).locator('.token-events li')
  await expect(history).toContainText(['Burned', 'Minted'])
  await page.goto(`${path}?token=2`)
  await expect(history).toContainText(['Transferred', 'Minted'])
  await expect(view(page)).toContainText('holds 1')
})

test('of an edition shows copies and holders in place of an owner', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const edition = await mintedCollection(stack, { name: 'Copies', kind: 'edition' }, 6)
  const { path, call, owner } = edition
  await call('safeTransferFrom', [owner.address, friend, 1n, 2n, '0x'])
  await expectAnswer(page, `${apiOf(path)}/tokens/1`, { holders: 2 })
  await withWallet(page, stack, owner)
  await page.goto(path)
  await connect(page)
  await page.goto(`${path}?token=1`)
  await hydrated(page)
  await expect(view(page)).toContainText('You hold 4 copies.')
  await expect(view(page).locator('.token-numbers')).toHaveText(/Copies6Holders2/)
  await expect(view(page).locator('.token-holders li')).toHaveText([/× 4$/, /× 2$/])
  await expect(view(page).locator('.token-events li')).toContainText([
    'Transferred × 2',
    'Minted × 6',
  ])
  await expect(view(page).getByRole('navigation')).toBeHidden()
  await view(page).getByRole('link', { name: 'All 2 holders' }).click()
  await expect(page).toHaveURL(/#holders$/)
  await expect(view(page)).toBeHidden()
})

test('shows when it is the viewer’s, and shares its URL', async ({
  context,
  page,
  stack,
}) => {
  await context.grantPermissions(['clipboard-write'])
  const { path, owner } = await mintedCollection(stack, { name: 'Mine' }, 1)
  await withWallet(page, stack, owner)
  await page.goto(path)
  await connect(page)
  await page.goto(`${path}?token=1`)
  const who = view(page).locator('.token-owner')
  await expect(who).toContainText('You')
  await expect(who).toContainText(/Owner since .*, holds 1 Mine/)
  await expect(who.getByRole('link', { name: 'You' })).toHaveAttribute(
    'href',
    `/collector/${owner.address}`,
  )
  await who.getByRole('button', { name: 'Share' }).click()
  const sharing = page.getByRole('dialog', { name: /^Share Mine/ })
  await sharing.getByRole('button', { name: 'Copy link' }).click()
  await expect(sharing.getByRole('status')).toHaveText('Copied')
  const shared = encodeURIComponent(`${path}?token=1`)
  await expect(
    sharing.getByRole('link', { name: 'X (opens in a new tab)' }),
  ).toHaveAttribute('href', new RegExp(`^https://x\\.com/.*${shared}$`))
  await expect(sharing.getByRole('img')).toHaveJSProperty('naturalWidth', 1200)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sharing).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(view(page)).toBeHidden()
})

test('that was minted a moment ago fills in by itself', { tag: '@soak' }, async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/404/)
  const { path, owner } = await mintedCollection(stack, { name: 'Wet Ink' }, 2)
  // As if the index lagged: the chain has the token, and the API has none.
  let isBehind = true
  await page.route(`**${apiOf(path)}/tokens/2`, async (route) => {
    if (!isBehind) return route.continue()
    const message = 'This token does not exist.'
    const error = { code: 'not_found', message, request_id: 'REQ-1' }
    await route.fulfill({ status: 404, json: { error } })
  })
  await page.goto(path)
  await hydrated(page)
  await page.locator('#items').getByRole('link', { name: '#2' }).click()
  await expect(view(page)).toContainText('Minted a moment ago.')
  await expect(view(page)).toContainText('read from the contract just now')
  await expect(view(page).locator('.owner-name a')).toHaveAttribute(
    'href',
    new RegExp(owner.address, 'i'),
  )
  isBehind = false
  await expect(view(page).locator('.token-events')).toContainText('Minted')
  await expect(title(page)).toHaveText(/#2$/)
})

test('that cannot be loaded fails alone, and is retried', { tag: '@soak' }, async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/500|ERR_INTERNET_DISCONNECTED/)
  const { path } = await mintedCollection(stack, { name: 'Torn' }, 3)
  await page.goto(`${path}?token=3`)
  await hydrated(page)
  let isBroken = true
  await page.route(`**${apiOf(path)}/tokens/2`, async (route) => {
    if (!isBroken) return route.continue()
    const error = { code: 'internal', message: 'Something.', request_id: 'REQ-7' }
    await route.fulfill({ status: 500, json: { error } })
  })
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(view(page)).toContainText('This item could not be loaded.')
  await expect(view(page)).toContainText('Request REQ-7')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Torn/)
  isBroken = false
  await view(page).getByRole('button', { name: 'Try again' }).click()
  await expect(title(page)).toHaveText(/^Torn \w+ #2$/)
  await expect(title(page)).toBeFocused()

  await page.context().setOffline(true)
  await page.keyboard.press('ArrowRight')
  await expect(view(page)).toContainText('You are offline.')
  await page.context().setOffline(false)
  await expect(title(page)).toHaveText(/^Torn \w+ #1$/)
})

test('whose picture fails to load shows a placeholder, and retries', {
  tag: '@soak',
}, async ({ page, faults }) => {
  faults.allow(/Failed to load resource/)
  let isBroken = true
  await page.route('**/files/**', (route) =>
    isBroken ? route.abort() : route.continue(),
  )
  await page.goto('/collection/local/low-sun?token=2')
  await hydrated(page)
  await expect(view(page)).toContainText('The picture of #2 did not load.')
  await expect(view(page).getByAltText('Placeholder for Low Sun #2')).toBeVisible()
  isBroken = false
  await view(page).getByRole('button', { name: 'Try again' }).click()
  await expect(view(page).getByAltText('Low Sun #2', { exact: true })).toBeVisible()
  await expect(view(page)).not.toContainText('did not load')
})

for (const { width, theme } of pairs) {
  const name = `fits ${width} px in ${theme} and has no accessibility fault`
  test(name, soakUnless(isNarrowLight({ width, theme })), async ({ browser, stack }) => {
    const { path } = await mintedCollection(stack, { name: 'Fit' }, 3)
    const context = await browser.newContext({
      baseURL: stack.url,
      colorScheme: theme,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    })
    const page = await context.newPage()
    for (const id of ['2', '900']) {
      await page.goto(`${path}?token=${id}`)
      await hydrated(page)
      await expect(title(page)).toHaveText(/#(2$|900 hasn’t)/)
      if (id === '2')
        await expect(view(page).locator('.token-events')).toContainText('Minted')
      const overflow = await view(page).evaluate(
        (dialog) => dialog.scrollWidth - dialog.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await violations(page)).toEqual([])
    }
    await context.close()
  })
}

/** Returns the API URL of a page's resource. */
function apiOf(path: string): string {
  return `/api/contract${path.slice('/collection'.length)}`
}

/** Waits until the API returns this. */
async function expectAnswer(
  page: Page,
  url: string,
  part: Record<string, unknown>,
): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get(url)).json()).data, {
      timeout: 30_000,
    })
    .toMatchObject(part)
}

/** Installs a wallet with this account. */
function withWallet(page: Page, stack: Stack, account: PrivateKeyAccount) {
  return installWallet(page, 'io.rabby', {
    name: 'Rabby Wallet',
    ...firstNetwork(stack),
    accounts: [account],
  })
}

async function connect(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Mint', exact: true })
  await panel.getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Rabby Wallet/ }).click()
  await expect(dialog).toBeHidden()
}
