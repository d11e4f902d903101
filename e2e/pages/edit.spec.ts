import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { violations } from '../fixtures/axe.ts'
import { drop } from '../fixtures/collection-sections.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const save = (page: Page) => page.getByRole('button', { name: 'Save page' }).click()

/** Makes a collection of a new creator. */
async function makeCollection(stack: Stack, name: string) {
  const creatorKey = generatePrivateKey()
  const { url } = stack
  const wishes = { name, phases: [openPhase()], description: 'Views of one shoreline.' }
  const path = await newCollection({ url, creatorKey, ...wishes })
  return { path, creator: privateKeyToAccount(creatorKey) }
}

type Opened = Awaited<ReturnType<typeof makeCollection>>

async function openEdit(page: Page, stack: Stack, { path, creator }: Opened) {
  const place = { url: stack.url, path: `${path}/edit` }
  await openWithSession(page, place, { ...firstNetwork(stack), accounts: [creator] })
  await expect(page.getByRole('heading', { name: /^Edit / })).toBeVisible()
}

test('two people edit a page at once: both texts are shown, and nothing is lost', async ({
  page,
  browser,
  stack,
  faults,
}) => {
  faults.allow(/status of 409 .*\/api\/contract\//)
  const made = await makeCollection(stack, 'Quiet Shore Edited')
  const context = await browser.newContext({ baseURL: stack.url })
  const other = await context.newPage()
  await Promise.all([openEdit(page, stack, made), openEdit(other, stack, made)])

  await other
    .getByLabel('Description')
    .fill('Views of one shoreline. Holders mint first.')
  await other.getByLabel('Website').fill('https://lantern.example/low')
  await save(other)
  await expect(saveBar(other)).toContainText('All saved')

  await page.getByLabel('Farcaster').fill('http://lantern.example')
  await page
    .getByLabel('Description')
    .fill('Views of one shoreline. Each plate is cut once.')
  const address = page.getByLabel('Page address')
  const own = await address.inputValue()
  await address.fill(basename(drop))
  await expect(page.getByText('Another collection on this network has')).toBeVisible()
  await save(page)
  await expect(page.getByLabel('Farcaster')).toBeFocused()
  await expect(saveBar(page)).toContainText('3 changes on the page, 2 to correct')
  await address.fill(own)
  await expect(saveBar(page)).toContainText('2 changes on the page, 1 to correct')
  await page.getByLabel('Farcaster').fill('https://farcaster.example/lantern')
  await save(page)
  const conflict = page.getByRole('region', { name: /^The description was changed/ })
  await expect(conflict).toBeFocused()
  await expect(conflict.locator('ins')).toHaveText([
    /Each plate is cut once/,
    /Holders mint first/,
  ])
  await expect(saveBar(page)).toContainText('2 changes on the page, 1 to choose')
  expect(await violations(page)).toEqual([])

  await conflict.getByRole('button', { name: 'Combine both texts' }).click()
  await expect(page.getByLabel('Description')).toBeFocused()
  await save(page)
  await expect(saveBar(page)).toContainText('All saved')
  const { data } = await (
    await fetch(`${stack.url}/api/contract${made.path.slice(11)}`)
  ).json()
  expect(data.description).toBe(
    'Views of one shoreline. Each plate is cut once.\n\nViews of one shoreline. Holders mint first.',
  )
  expect(data.links).toMatchObject({
    website: 'https://lantern.example/low',
    farcaster: 'https://farcaster.example/lantern',
  })
  await context.close()
})

test('shows while it is typed whether a page address is free', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const name = 'Quiet Shore Address'
  const alias = 'quiet-shore-address'
  await newCollection({ url: stack.url, name, phases: [openPhase()], terms: { alias } })
  await openEdit(page, stack, await makeCollection(stack, name))
  const address = page.getByLabel('Page address')
  await address.fill(alias)
  await expect(address).toHaveAccessibleDescription(
    /Another collection on this network has that address/,
  )
  await address.fill(`${alias}-two`)
  await expect(address).toHaveAccessibleDescription(/Free on /)
})

test('keeps both of two covers, leads from a former address, and is for its owner only', {
  tag: '@soak',
}, async ({ page, browser, stack, faults }) => {
  faults.allow(/status of 409 .*\/api\/contract\//)
  // The server cannot know the owner who opens a hidden page by its slug.
  faults.allow(/status of 404 .*\/collection\/local\/high-sun-hours\/edit/)
  const made = await makeCollection(stack, 'High Sun Edited')
  await page.goto(`${made.path}/edit`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Page not found')
  const context = await browser.newContext({ baseURL: stack.url })
  const other = await context.newPage()
  await Promise.all([openEdit(page, stack, made), openEdit(other, stack, made)])

  await chooseCover(other, '#203040')
  await expect(other.getByRole('button', { name: 'Remove cover' })).toBeVisible()
  await chooseCover(page, '#a03020')
  const rival = page.getByText('The cover was changed elsewhere.')
  await expect(rival).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use your cover' }).click()
  await expect(rival).toHaveCount(0)

  const address = page.getByLabel('Page address')
  await address.fill('high-sun')
  await save(page)
  await expect(page).toHaveURL('/collection/local/high-sun/edit')
  await address.fill('high-sun-hours')
  await expect(page.getByText('The old address will lead here.')).toBeVisible()
  await save(page)
  await expect(page).toHaveURL('/collection/local/high-sun-hours/edit')
  await page.goto('/collection/local/high-sun/edit')
  await expect(page).toHaveURL('/collection/local/high-sun-hours/edit')
  await expect(address).toHaveValue('high-sun-hours')

  await page.getByRole('switch', { name: /on the launchpad/ }).click()
  await expect(page).toHaveURL(/0x[0-9a-fA-F]{40}\/edit$/)
  await page.goto('/collection/local/high-sun-hours/edit')
  await expect(address).toHaveValue('high-sun-hours')

  await page.getByLabel('Description').fill('Kept until it is saved.')
  await page.getByRole('link', { name: 'Change royalty' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Kept until it is saved.')
  await context.close()
})

/** Chooses a cover of one colour. */
async function chooseCover(page: Page, background: string) {
  const picture = { width: 1600, height: 640, channels: 3 as const, background }
  const buffer = await sharp({ create: picture }).png().toBuffer()
  const file = { name: 'cover.png', mimeType: 'image/png', buffer }
  await page.locator('.edit-picture.cover input[type=file]').setInputFiles(file)
}
