import type { BrowserContext, Page } from '@playwright/test'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { type BridgedWallet, installWallet } from '../fixtures/wallet-bridge.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'
import {
  box,
  connectCreator,
  goOn,
  openWizard,
  saved,
  title,
} from '../fixtures/wizard.ts'

test('a visitor reads what creating means, connects, and starts without an empty draft', async ({
  page,
  stack,
}) => {
  await installWallet(page, 'io.metamask', bothNetworks(stack))
  const response = await page.goto('/create')
  const html = (await response?.text()) ?? ''
  expect(html).toContain('What cannot be changed later')
  expect(html).not.toContain('noindex')
  await hydrated(page)
  await expect(page).toHaveTitle('Platemark | Create')
  await connectCreator(page)
  await expect(title(page)).toHaveText('Art')
  await expect(page).toHaveURL(/\/create\?step=art$/)
  await page.getByRole('link', { name: 'Create', exact: true }).first().click()
  await expect(page).toHaveURL(/\/create\?step=art$/)
  expect(await countDrafts(page)).toBe(0)
})

test('one image goes from Art to Review, over a reload, another device and a time offline', async ({
  page,
  browser,
  context,
  stack,
  faults,
}) => {
  test.setTimeout(120_000)
  // Calls without a connection fail in the log of the browser.
  faults.allow(/ERR_INTERNET_DISCONNECTED|status of (404|409)/)
  const wallet = await openWizard(page, bothNetworks(stack))
  await pickPictures(page)
  await expect(page).toHaveURL(/draft=[0-9a-f-]{36}&step=art$/)
  expect(await countDrafts(page)).toBe(1)
  await page.reload()
  await expect(page.getByRole('img', { name: 'Your image' })).toBeVisible()
  await goOn(page).click()

  await expect(title(page)).toBeFocused()
  await box(page, 'Name').fill('Paper Moons')
  await box(page, 'Symbol').click()
  await page.keyboard.type('amb')
  await expect(box(page, 'Symbol')).toHaveValue('AMB')
  // Left empty, it takes what the name proposes.
  await box(page, 'Symbol').fill('')
  await box(page, 'Symbol').blur()
  await expect(box(page, 'Symbol')).toHaveValue('MOONS')
  await box(page, 'Page address').fill('tidewater')
  await expect(
    page.getByText('Another collection on this network has that'),
  ).toBeVisible()
  const alias = `paper-moons-${Date.now()}`
  await box(page, 'Page address').fill(alias)
  await expect(page.getByText(/^Free on /)).toBeVisible()
  await box(page, 'Website').fill('http://lantern.example')
  await goOn(page).click()
  await expect(page.getByRole('group', { name: 'Errors' })).toBeFocused()
  await expect(page.getByText('1 thing to correct')).toBeVisible()
  await page.getByRole('link', { name: /^Website: / }).click()
  await expect(box(page, 'Website')).toBeFocused()
  await box(page, 'Website').fill('https://lantern.example')
  await goOn(page).click()

  await expect(title(page)).toHaveText('Supply and price')
  // A highest royalty of 0 would rule out royalties for good.
  await expect(page.getByLabel('Royalty on resales')).toHaveValue('5')
  await expect(page.getByLabel('Highest royalty ever')).toHaveValue('10')
  // A rule over two fields holds when the other one is corrected.
  const tooLow = page.getByText('Use at least the royalty itself.')
  await page.getByLabel('Highest royalty ever').fill('4')
  await page.getByLabel('Highest royalty ever').blur()
  await expect(tooLow).toBeVisible()
  await page.getByLabel('Royalty on resales').fill('3')
  await expect(tooLow).toBeHidden()
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Supply', { exact: true }).fill('1,200')
  await page.getByLabel('Public price').fill('0,004')
  await page.getByLabel('Limit per wallet').fill('5')
  await expect(page.getByText('Not saved, you are offline')).toBeVisible()
  await goOn(page).click()
  await expect(page.getByText('Write decimals with a point.')).toBeVisible()
  await page.getByLabel('Public price').fill('0.004')
  await goOn(page).click()
  await expect(title(page)).toHaveText('Schedule and access')
  await context.setOffline(false)
  await expect(saved(page)).toBeVisible()

  const { page: other, close } = await openElsewhere(browser, stack, wallet)
  await other.getByRole('link', { name: 'Continue Paper Moons' }).click()
  await expect(title(other)).toHaveText('Review')
  await expect(other.getByText('1,200 at 0.004 ')).toBeVisible()
  await expect(other.getByText('Royalty: never more than 4%')).toBeVisible()
  await expect(
    other.getByText(/ is a demo network: its coins have no value/),
  ).toBeVisible()
  await other.getByRole('link', { name: /^Details \S/ }).click()
  const stored = other.waitForResponse(/\/update$/)
  await box(other, 'Website').fill('https://moons.example')
  await box(other, 'Name').fill('Paper Moons II')
  expect((await stored).status()).toBe(200)
  await close()

  await page.getByRole('link', { name: /^Details \S/ }).click()
  await box(page, 'Website').fill('http://moons.example')
  await box(page, 'Name').fill('Paper Moons III')
  await expect(page.getByText('This draft was changed elsewhere')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Name/ })).toHaveText(
    'NamePaper Moons IIIPaper Moons II',
  )
  await page.getByRole('button', { name: 'Keep this version' }).click()
  await expect(saved(page)).toBeVisible()
  // What is invalid is stored nowhere, so it stays in its field.
  await expect(box(page, 'Website')).toHaveValue('http://moons.example')
  await expect(box(page, 'Website')).toHaveAccessibleDescription(
    'Enter an https address. Saved elsewhere: “https://moons.example/”.',
  )
  await page.reload()
  await expect(box(page, 'Name')).toHaveValue('Paper Moons III')
})

async function pickPictures(page: Page) {
  const input = page.locator('input[type=file]')
  const image = await newPicture(page)
  await input.nth(1).setInputFiles({
    name: 'cover.tiff',
    mimeType: 'image/tiff',
    buffer: Buffer.from('II*\0 and no more'),
  })
  await expect(page.locator('.picture-failure').last()).toHaveText(
    'cover.tiff was not uploaded. TIFF is not supported. Export it as PNG or JPEG.',
  )
  expect(await countDrafts(page)).toBe(0)
  await input.first().setInputFiles({
    name: 'first-quarter.png',
    mimeType: 'image/png',
    buffer: image,
  })
  await expect(page.getByText('1200 × 1200')).toBeVisible()
  await expect(page.getByText('Square, at least 1000 × 1000')).toBeVisible()
}

async function newPicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 1200
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#0f6b43'
    context?.fillRect(300, 300, 600, 600)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Counts the drafts of the page's user. */
async function countDrafts(page: Page): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const response = await page.request.get('/api/contract/studio/list', {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await response.json()).data.length
}

/** Opens the wizard in another browser with the same wallet. */
async function openElsewhere(
  browser: NonNullable<ReturnType<BrowserContext['browser']>>,
  stack: Stack,
  { accounts }: BridgedWallet,
) {
  const context = await browser.newContext({ baseURL: stack.url })
  const page = await context.newPage()
  await installWallet(page, 'io.metamask', { ...bothNetworks(stack), accounts })
  await page.goto('/create')
  await connectCreator(page)
  return { page, close: () => context.close() }
}
