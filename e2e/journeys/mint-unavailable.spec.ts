import type { Page } from '@playwright/test'
import {
  button,
  callAs,
  connect,
  dropOptions,
  friends,
  fund,
  holdCollection,
  panel,
  rabby,
  readContractAddress,
  readMintFee,
  someoneElse,
} from '../fixtures/mint-panel.ts'
import { inState } from '../fixtures/mint-panel-state.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { operator } from '../fixtures/operator.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { emitUnreadableLog } from '../fixtures/unreadable-log.ts'

test('an unreachable network and an unreachable site have their own messages', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/429|503|ERR_FAILED/)
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.clock.install()
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Dead Line' }))
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')

  await page.route('**/rpc/local', (route) => route.abort())
  await page.reload()
  await passTime(page, () =>
    expect(panel(page)).toContainText('Harbour is not answering', shortly),
  )
  await inState(page, 'unavailable-network')
  await expect(panel(page)).toContainText(/last read \d\d:\d\d/)
  // The page retries by itself too: keep it failing until the press.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/rpc/local', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await button(page, 'Try again now').click()
  pressed.resolve()
  await passTime(page, () =>
    expect(panel(page)).toHaveAttribute('data-state', 'ready', shortly),
  )

  const tooMany = {
    error: { code: 'too_many_requests', message: 'Slow', request_id: '1' },
  }
  await page.route('**/eligibility?*', (route) =>
    route.fulfill({ status: 429, json: tooMany }),
  )
  await page.reload()
  await inState(page, 'unavailable-too_often')
})

test('mints from chain data while the server is down', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/ERR_FAILED|503/)
  const wallet = await rabby(page, stack)
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Long Night',
    phases: [friends({ max_per_wallet: 2, price_wei: '1000000000000000' }), openPhase()],
    lists: [{ phase_id: 0, entries: [{ address: wallet.address() }] }],
  })
  await fund(stack, wallet)
  await page.clock.install()
  const loaded = loadedFiles(page)
  await page.goto(path)
  await connect(page)
  await expect(panel(page).getByRole('group', { name: 'Phase to mint in' })).toBeVisible()
  const contract = await readContractAddress(page, path)
  const unit = BigInt('2000000000000000') + (await readMintFee(page, path))

  await passTime(page, async () =>
    expect(loaded).toContainEqual(expect.stringContaining('/chain-watch-')),
  )

  // Everything but the embedded chain's node, which shares the origin.
  const gone = (url: URL) => url.origin === stack.url && !url.pathname.startsWith('/rpc/')
  await page.route(gone, (route) => route.abort())
  const notice = page.getByText('This site is not answering, so this panel reads')
  await passTime(page, () => expect(notice).toBeVisible(shortly))
  await callAs(stack, await someoneElse(stack), contract, 'mint', [1n], { value: unit })
  const figures = panel(page).locator('.figures')
  await passTime(page, () => expect(figures).toContainText('1 of 100 minted', shortly))

  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#2 is yours')
  await button(page, 'Mint more').click()
  await passTime(page, () => expect(panel(page)).toContainText('1 of', shortly))
  await inState(page, 'ready', 'ready-without-server')
  await button(page, /^Public, 0.002/).click()
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#3 is yours')

  await page.unroute(gone)
  await passTime(page, () => expect(notice).toBeHidden(shortly))
  await expect(figures).toContainText('3 of 100 minted')
})

test('an open page stays when another server responds in place of ours', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/404/)
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.clock.install()
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Wrong Number' }))
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  await page.route('**/api/**', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'text/html',
      body: '<h1>No such app</h1>',
    }),
  )
  const notice = page.getByText('This site is not answering')
  await passTime(page, () => expect(notice).toBeVisible(shortly))
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an open panel closes when the operator blocks its collection', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/status of 4(04|51)/)
  await rabby(page, stack)
  const path = await newCollection({ ...dropOptions(stack), name: 'Shut Door' })
  const contract = await readContractAddress(page, path)
  await page.clock.install()
  await page.goto(path)
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'insufficient_funds')

  // The page is updated a little later than its panel.
  const letGo = await holdCollection(page, path)
  await operator(stack, 'block', 'collection', `local/${contract}`, '--reason', 'copy')
  await passTime(page, () =>
    expect(panel(page)).toContainText('Not offered here', shortly),
  )
  await inState(page, 'unavailable-blocked')
  letGo()
  const title = page.getByRole('heading', { name: 'This collection is not shown here' })
  await passTime(page, () => expect(title).toBeVisible(shortly))
})

test('shows that the list cannot be read while neither server nor files respond', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/ERR_FAILED|503/)
  const wallet = await rabby(page, stack)
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Lost Register',
    phases: [friends()],
    lists: [{ phase_id: 0, entries: [{ address: wallet.address() }] }],
  })
  await fund(stack, wallet)
  await page.clock.install()
  const loaded = loadedFiles(page)
  await page.goto(path)
  await hydrated(page)
  for (const part of ['/chain-watch-', '/connected-mint-panel-', '/runtime-']) {
    await passTime(page, async () =>
      expect(loaded).toContainEqual(expect.stringContaining(part)),
    )
  }
  const gone = (url: URL) => url.origin === stack.url && !url.pathname.startsWith('/rpc/')
  await page.route(gone, (route) => route.abort())
  await connect(page)
  await passTime(page, () =>
    expect(panel(page)).toContainText('The list cannot be read', shortly),
  )
  await inState(page, 'unavailable-lists')
  await page.unroute(gone)
  await passTime(page, () =>
    expect(panel(page)).toHaveAttribute('data-state', 'ready', shortly),
  )
})

test('an internal error of the panel is shown as such, and logged', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  const fault = 'Cannot convert seven to a BigInt'
  const reported: string[] = []
  page.on('pageerror', ({ message }) => reported.push(message))
  faults.allow(new RegExp(fault))
  const wallet = await rabby(page, stack)
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Wrong Turn',
    phases: [friends()],
    lists: [{ phase_id: 0, entries: [{ address: wallet.address() }] }],
  })
  await page.route('**/allowlist/*', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const wrong = data.map((entry: object) => ({ ...entry, packed: 'seven' }))
    await route.fulfill({ response, json: { data: wrong } })
  })
  await fund(stack, wallet)
  await page.goto(path)
  await connect(page)
  await button(page, 'Mint 1').click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'Something went wrong here. Check Rabby Wallet for a pending transaction, then reload the page.',
  )
  await expect.poll(() => reported).toEqual([fault])
  expect(wallet.calls('eth_sendTransaction')).toEqual([])
  // The lists are read again whenever the chain has moved, also while the page closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/**
 * Collects the URLs that a page loads from now on; the installed clock hides them from
 * the page.
 */
function loadedFiles(page: Page): string[] {
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(request.url()))
  return loaded
}

test('a collection with a log that cannot be applied is marked and not offered', async ({
  page,
  stack,
}) => {
  const path = await newCollection({ ...dropOptions(stack), name: 'Torn Sheet' })
  await page.goto(path)
  await emitUnreadableLog(stack, await readContractAddress(page, path))
  const place = `${stack.url}/api/contract${path.slice('/collection'.length)}`
  const readState = async () => (await (await fetch(place)).json()).data.state
  await expect.poll(readState).toBe('unreadable')
  await page.reload()
  await hydrated(page)
  await expect(page.getByText('Not readable').first()).toBeVisible()
  await inState(page, 'unavailable-unreadable')
  await expect(panel(page)).toContainText('what it shows may be wrong')
  await expect(page.locator('#phases')).toContainText('Cannot be minted here')
  await expect(page.getByRole('button', { name: 'Mint', exact: true })).toHaveCount(0)
})
