import { violations } from '../fixtures/axe.ts'
import { holdRequests } from '../fixtures/intercept.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

test('the header finds collections and people by keyboard, from any page', async ({
  page,
}) => {
  await page.goto('/about')
  await hydrated(page)
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await field.fill('low su')
  const option = dialog.getByRole('option', { name: /^Low Sun/ })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  expect(await violations(page)).toEqual([])

  await field.press('ArrowUp')
  const all = dialog.getByRole('option', { name: 'All collections with “low su”' })
  await expect(all).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/collection\/local\/low-sun$/)
  await expect(dialog).toBeHidden()

  // A creator by the address that cards print.
  const creator = (await page
    .locator('main a[href^="/collector/0x"]')
    .first()
    .getAttribute('href')) as string
  const [address = ''] = /0x[0-9a-fA-F]{40}/.exec(creator) ?? []
  await page.keyboard.press('/')
  await field.fill(address)
  await dialog.getByRole('group', { name: 'People' }).getByRole('option').click()
  await expect(page).toHaveURL(new RegExp(`/collector/${address}`, 'i'))

  await page.keyboard.press('/')
  await field.fill('zyzzyva')
  await expect(dialog.getByRole('status')).toHaveText(
    'Nothing found for “zyzzyva”. Try fewer letters.',
  )
  await field.press('Enter')
  await expect(page).toHaveURL(/\/collections\?search=zyzzyva$/)
})

test('the search says why it has no results, and tries again', async ({
  page,
  faults,
}) => {
  faults.allow(/Failed to load resource/)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox')
  await field.fill('a')
  await expect(dialog.getByRole('status')).toHaveText('Search for at least 2 characters.')
  await page.route('**/api/search*', (route) => route.abort())
  await field.fill('low')
  await expect(dialog.getByRole('alert')).toContainText(
    'Search isn’t available right now',
  )
  await page.unroute('**/api/search*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('option', { name: /^Low Sun/ })).toBeVisible()
  await field.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Search', exact: true })).toBeFocused()
})

test('a search that is opened before the scripts arrive opens once they do, and leads to the list without them', async ({
  page,
}) => {
  const search = page.getByRole('link', { name: 'Search', exact: true })
  await page.clock.install()
  const scripts = await holdRequests(page, '**/*.js')
  await page.goto('/about', { waitUntil: 'commit' })
  await search.click()
  await expect(search).toHaveAttribute('aria-busy', 'true')
  scripts.release()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await expect(page).toHaveURL('/about')

  await holdRequests(page, '**/*.js')
  await page.goto('/about', { waitUntil: 'commit' })
  await search.click()
  await page.clock.fastForward(5_000)
  await expect(page).toHaveURL('/collections')
})
