import type { Page } from '@playwright/test'
import { violations } from '../fixtures/axe.ts'
import { leastBrowserScript } from '../fixtures/least-browser.ts'
import {
  button,
  connect,
  dropOptions,
  fund,
  panel,
  rabby,
} from '../fixtures/mint-panel.ts'
import { newCollection } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

const sentence =
  'This browser is too old for this site, and parts of it do not work. Use Chrome or Edge 111, Safari 16.4, Firefox 128, or a later version.'

const bar = (page: Page) => page.locator('#old-browser')

test('mints without any feature that a least browser lacks', async ({ page, stack }) => {
  await page.addInitScript({ content: leastBrowserScript() })
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Old Press' }))
  await connect(page)
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await expect(bar(page)).toHaveCount(0)
  expect(await page.evaluate("'any' in AbortSignal || 'parse' in URL")).toBe(false)
})

test('below the least versions a sentence stands above a page that works as far as it can', async ({
  page,
}) => {
  await page.addInitScript('delete CSS.registerProperty')
  await page.goto('/')
  await expect(bar(page)).toHaveText(sentence)
  await expect(bar(page)).toHaveRole('alert')
  await hydrated(page)
  await expect(bar(page)).toBeVisible()
  expect(await violations(page, '#old-browser')).toEqual([])
})

test('where the app cannot run, the rendered page stays readable with its links', async ({
  page,
  stack,
}) => {
  await page.addInitScript('delete Array.prototype.toSorted')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const path = await newCollection({ ...dropOptions(stack), name: 'Old Ground' })
  await page.goto(path)
  await expect(bar(page)).toHaveText(sentence)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Old Ground')
  await expect(page.locator('.phases')).toContainText('0.002 ETH')
  const connects = button(page, 'Connect Wallet')
  await connects.click()
  await expect(connects).not.toHaveAttribute('aria-busy')
  await page.getByRole('link', { name: 'Launchpad' }).first().click()
  await expect(page).toHaveURL('/')
  await expect(bar(page)).toBeVisible()
  expect(scripts).toEqual([])
})
