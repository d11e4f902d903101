import { standStill } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

test('a connection lost right after the start is shown, and pages load once it is back', async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|preload CSS|page cannot be loaded/)
  await page.clock.install()
  const script = page.waitForResponse(/\/assets\/state-bar-/)
  await page.goto('/')
  await hydrated(page)
  // The script of the bar waits for no time.
  await standStill(page)
  await script
  await page.context().setOffline(true)
  const bar = page.locator('.state-bar')
  await page.clock.runFor(2500)
  await expect(bar).toContainText('You are offline.')

  await page.clock.resume()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('You are offline')
  await page.context().setOffline(false)
  await expect(bar).toContainText('Back online.')
  await expect(title).toHaveText('A press anyone can run')
  const hasRules = () =>
    [...document.styleSheets].some(
      ({ href, cssRules }) => href?.includes('/about-') && cssRules.length > 0,
    )
  await expect.poll(() => page.evaluate(hasRules)).toBe(true)
})

test('launchpad and list can be read without JavaScript', { tag: '@soak' }, async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({
    baseURL: stack.url,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('a[href^="/collection/"]').count()).toBeGreaterThan(8)
  await page.goto('/collections')
  await page.getByRole('searchbox').fill('sun')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/search=sun/)
  await expect(page.locator('a[href^="/collection/"]').first()).toBeVisible()
  await context.close()
})

test('the footer leads to the pages of the server, too', { tag: '@soak' }, async ({
  page,
}) => {
  await page.goto('/about')
  await hydrated(page)
  const resources = page.getByRole('contentinfo').getByRole('list').last()
  await expect(resources.getByRole('listitem').last()).toHaveText('Embed a mint panel')
  for (const name of ['API', 'Embed a mint panel']) {
    await resources.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
  }
})

test('an unknown page is a 404 with further links', { tag: '@soak' }, async ({
  page,
  faults,
}) => {
  faults.allow(/404/)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('link', { name: /launchpad/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/$/)
})

test('an unknown collection is a 404 with the page', { tag: '@soak' }, async ({
  page,
  faults,
}) => {
  faults.allow(/404/)
  const response = await page.goto('/collection/local/no-such-collection')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a missing asset is a 404 and never the page', { tag: '@soak' }, async ({
  request,
}) => {
  for (const path of [
    '/assets/gone.js',
    '/assets/gone.css',
    '/files/gone.webp',
    '/x.png',
  ]) {
    const response = await request.get(path, { headers: { accept: 'text/html' } })
    expect(response.status(), path).toBe(404)
    expect(await response.text(), path).not.toContain('<html')
  }
})

test('the theme is kept over a reload', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const background = () =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  expect(await background()).toBe(dark)
})
