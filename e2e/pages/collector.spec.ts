import { listHolders } from '@platemark/api/collection-reads'
import { type Card, getCollection, listCollections } from '@platemark/api/collections'
import { endpointUrl } from '@platemark/api/endpoint'
import type { APIRequestContext } from '@playwright/test'
import { expect, hydrated, test } from '../fixtures/stack.ts'

/** Address without any activity. */
const stranger = `0x${'5f'.repeat(20)}`

test("shows an address's tokens, and its tabs have their own URLs", async ({
  page,
  request,
}) => {
  const { holder } = await crowdedCollection(request)
  await page.goto(`/collector/${holder}`)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const cards = page.locator('.prints .print')
  expect(await cards.count()).toBeGreaterThan(0)
  const href = await cards.first().getByRole('link').getAttribute('href')
  expect(href).toMatch(/^\/collection\/[a-z-]+\/[a-z0-9-]+\?token=\d+$/)

  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/tab=activity/)
  await expect(page.locator('.deeds li').first()).toContainText(/Minted|Received|Created/)
  await page.reload()
  await expect(page.locator('.deeds li').first()).toBeVisible()
  await page.getByRole('link', { name: /^Collected/ }).click()
  await expect(cards.first()).toBeVisible()
})

test('shows created collections as the lists show them', { tag: '@soak' }, async ({
  page,
  request,
}) => {
  const { creator } = await crowdedCollection(request)
  await page.goto(`/collector/${creator}?tab=created`)
  await hydrated(page)
  const cards = page.locator('.grid .work')
  await expect(cards.first()).toBeVisible()
  const count = page.locator('.list-tools .count b')
  await expect(count).toHaveText(String(await cards.count()))
})

test('loads more by cursor in place, and Back shows as much as before', async ({
  page,
  request,
}) => {
  const { holder } = await crowdedCollection(request)
  await page.goto(`/collector/${holder}`)
  await hydrated(page)
  // No address has enough activity for a second page: the first is cut after its third
  // row.
  await page.route(/\/api\/collector\/[^/]+\/activity$/, async (route) => {
    const body = await (await route.fetch()).json()
    const [next] = body.data.splice(3)
    const chain = next.chain_alias === 'local' ? 31337 : 31338
    const place = [Date.parse(next.time), chain, next.block_number, next.log_index]
    body.meta.next_cursor = Buffer.from(place.join('.')).toString('base64url')
    await route.fulfill({ json: body })
  })
  await page.getByRole('link', { name: 'Activity' }).click()
  const rows = page.locator('.deeds li')
  await expect(rows).toHaveCount(3)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(3)
  await expect(rows.nth(3).getByRole('link').first()).toBeFocused()
  const after = await rows.count()
  await rows.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/collection\//)
  await page.goBack()
  await expect(rows).toHaveCount(after)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('filters by network and shows an empty state', { tag: '@soak' }, async ({
  page,
  request,
}) => {
  const { holder } = await crowdedCollection(request)
  await page.goto(`/collector/${stranger}?chain=local-two`)
  await hydrated(page)
  await expect(page.getByText('Nothing on Quay')).toBeVisible()
  await page.getByRole('button', { name: 'Show all networks' }).click()
  await expect(page).toHaveURL(new RegExp(`/collector/${stranger}$`, 'i'))
  await expect(page.getByText('Nothing collected yet')).toBeVisible()
  await page.goto(`/collector/${holder}`)
  await hydrated(page)
  await page.getByLabel('Network').selectOption('local')
  await expect(page).toHaveURL(/chain=local/)
})

test('returns 200 for every address, and 404 for an invalid one', {
  tag: '@soak',
}, async ({ page, faults }) => {
  faults.allow(/404/)
  expect((await page.goto(`/collector/${stranger}`))?.status()).toBe(200)
  expect((await page.goto('/collector/0x12'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an empty list keeps its distance from the tabs', { tag: '@soak' }, async ({
  page,
}) => {
  for (const tab of ['collected', 'created', 'activity']) {
    await page.goto(`/collector/${stranger}?tab=${tab}`)
    const tabs = await page.locator('.account-tabs .tabs').boundingBox()
    const block = await page.locator('.account-tabs .block').boundingBox()
    expect((block?.y ?? 0) - (tabs?.y ?? 0) - (tabs?.height ?? 0), tab).toBe(16)
  }
})

test('at the address of a collection redirects to the collection', {
  tag: '@soak',
}, async ({ page, request }) => {
  const { contract } = await crowdedCollection(request)
  await page.goto(`/collector/${contract}`)
  await expect(page).toHaveURL(/\/collection\/local/)
})

test('shows which list failed to load, and retries', { tag: '@soak' }, async ({
  page,
  request,
  faults,
}) => {
  faults.allow(/503/)
  const { holder } = await crowdedCollection(request)
  let isDown = true
  await page.route('**/api/collector/*/activity*', (route) =>
    isDown
      ? route.fulfill({
          status: 503,
          headers: { 'content-type': 'application/json', 'retry-after': '1' },
          body: JSON.stringify({ error: { code: 'busy', message: 'Too busy.' } }),
        })
      : route.continue(),
  )
  await page.goto(`/collector/${holder}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByText('Activity could not be loaded')).toBeVisible()
  await expect(page.getByText('The rest of the page is fine.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.deeds li').first()).toBeVisible()
})

test('can be read without JavaScript, page by page', { tag: '@soak' }, async ({
  browser,
  request,
  stack,
}) => {
  const { holder } = await crowdedCollection(request)
  const context = await browser.newContext({
    baseURL: stack.url,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto(`/collector/${holder}`)
  await expect(page.locator('.prints .print').first()).toBeVisible()
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.locator('.deeds li').first()).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'How blocking works' })).toBeVisible()
  await context.close()
})

test('the about page states the rules with the numbers of the lists', {
  tag: '@soak',
}, async ({ page }) => {
  await page.goto('/about#ranking')
  await expect(page).toHaveTitle('Platemark | About')
  await expect(page.locator('.equation')).toHaveText(
    'score = 10 ln(1 + people) + 4 ln(1 + mints) + 2 ln(1 + volume)',
  )
  await expect(page.locator('.comparison tbody .end')).toHaveText([
    '52.0',
    '46.1',
    'no score',
  ])
  await expect(page.locator('.network-status tbody tr')).toHaveCount(2)
  await expect(page.locator('.network-status tbody')).toContainText('up to date')
})

/** Returns a collection with holders, its creator and its largest holder. */
async function crowdedCollection(request: APIRequestContext) {
  const query = { sort_by: 'minted', chain: 'local', time_interval: 'all' } as const
  const list = await request.get(endpointUrl(listCollections, { query }))
  const [card] = ((await list.json()) as { data: Card[] }).data
  if (!card) throw new Error('There is no collection.')
  const { chain_alias, contract_address, creator } = card
  const params = { chain_alias, contract_address }
  const holders = await request.get(endpointUrl(listHolders, { params, query: {} }))
  const [first] = (await holders.json()).data
  const whole = await request.get(endpointUrl(getCollection, { params }))
  expect(whole.status()).toBe(200)
  return { contract: contract_address, creator: creator.address, holder: first.address }
}
