import { shownSet } from '../fixtures/hidden-set.ts'
import {
  button,
  connect,
  dropOptions,
  fund,
  minted,
  panel,
  rabby,
  someAddress,
} from '../fixtures/mint-panel.ts'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

test('opens a live drop, connects, mints two, and counts them', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Salt and Light' }))
  await expect(page).toHaveTitle(/Salt and Light$/)
  await minted(page, '0 of 100 minted')
  await expect(panel(page)).toContainText('Connect to mint')
  await expect(panel(page)).toContainText('0.002 ETH')

  await fund(stack, wallet)
  await connect(page)
  await expect(panel(page)).toContainText('0 of 5 minted · 5 left for you')
  await panel(page).getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp')
  await expect(panel(page)).toContainText('Price, 2 × 0.002 ETH')
  await button(page, 'Mint 2').click()

  await expect(panel(page)).toContainText('#1 and #2 are yours')
  await minted(page, '2 of 100 minted')
  await expect(page.locator('.phases .you')).toContainText('2 of 5 used, 3 left')
  await button(page, 'Mint more').click()
  await expect(panel(page)).toContainText('2 of 5 minted · 3 left for you')
  await page.reload()
  await minted(page, '2 of 100 minted')
})

test('the own page lists what was just minted, though it was opened before the index had it', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await page.goto(
    await newCollection({
      ...dropOptions(stack),
      name: 'Last One',
      phases: [openPhase({ max_per_wallet: 1 })],
    }),
  )
  await fund(stack, wallet)
  await connect(page)
  let answers = 0
  await page.route(/\/api\/tokens\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    // The first answer is that of an index which has not read the block.
    if (answers === 0) body.data = []
    answers += 1
    await route.fulfill({ response, json: body })
  })
  await button(page, 'Mint 1').click()
  await panel(page).getByRole('link', { name: 'View items' }).click()
  await expect(panel(page)).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Last One #1')
  expect(answers).toBeGreaterThan(1)
})

test('handles a press on a small phone before the app has started', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await rabby(page, stack)
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Early Bird' }))
  await connect(page)
  await expect(panel(page)).toContainText('ETH short')
})

test('shows when the request is rejected in the wallet', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Second Thoughts' }))
  await fund(stack, wallet)
  await connect(page)
  wallet.setPolicy('eth_sendTransaction', 'reject')
  await button(page, 'Mint 1').click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'You closed the request in your wallet. Nothing was sent.',
  )
  await minted(page, '0 of 100 minted')

  wallet.setPolicy('eth_sendTransaction', 'allow')
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
})

test('shows the pending request of the wallet', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Held Breath' }))
  await fund(stack, wallet)
  await connect(page)
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('Confirm in')
  await wallet.answer('eth_sendTransaction', 'allow')
  await expect(panel(page)).toContainText('#1 is yours')
})

test('switches the wallet to the network of the collection', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Far Shore',
    chain_alias: 'local-two',
  })
  await page.goto(path)
  await connect(page)
  await expect(panel(page)).toContainText('Your wallet is on Harbour')
  await expect(panel(page)).toContainText(
    'Far Shore is on Quay. Switch networks to mint.',
  )
  wallet.setPolicy('wallet_switchEthereumChain', 'reject')
  await button(page, /^Switch to/).click()
  await expect(panel(page).getByRole('alert')).toContainText(
    'Your wallet stayed on Harbour',
  )

  wallet.setPolicy('wallet_switchEthereumChain', 'allow')
  await button(page, /^Switch to/).click()
  await expect(panel(page)).toContainText('short')
})

test('offers test funds to a wallet with insufficient funds', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  await rabby(page, stack)
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Empty Purse' }))
  await connect(page)
  await expect(panel(page)).toContainText('ETH short')
  await expect(panel(page)).toContainText('Harbour is a demo network')
  await button(page, 'Get test ETH').click()
  const dialog = page.getByRole('dialog', { name: 'Get test funds' })
  await dialog.getByRole('button', { name: 'Get test ETH' }).click()
  await expect(button(page, 'Mint 1')).toBeVisible()
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
})

test("mints from an allowlist with the wallet's entry and proof", {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const friends = openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends' })
  const strangers = Array.from({ length: 6 }, () => ({ address: someAddress() }))
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Known Faces',
    phases: [{ ...friends, price_wei: '1000000000000000', max_per_wallet: 2 }],
    lists: [{ phase_id: 0, entries: [...strangers, { address: wallet.address() }] }],
  })
  await page.goto(path)
  await fund(stack, wallet)
  await connect(page)
  await expect(page.locator('.phases .you')).toContainText('On the list')
  await panel(page).getByRole('button', { name: 'Max 2' }).click()
  await button(page, 'Mint 2').click()
  await expect(panel(page)).toContainText('#1 and #2 are yours')
  await page.reload()
  await expect(panel(page)).toContainText("You've reached the limit (2)")
})

test('shows a wallet on no list the phases it can enter later', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const friends = openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends' })
  const later = openPhase({ start: fromNow(3600), end: fromNow(7200) })
  await page.goto(
    await newCollection({
      ...dropOptions(stack),
      name: 'Closed Circle',
      phases: [friends, later],
      lists: [{ phase_id: 0, entries: [{ address: someAddress() }] }],
    }),
  )
  await connect(page)
  await expect(panel(page)).toContainText('Not on the Friends list')
  const { address } = wallet
  const short = `${address().slice(0, 6)}…${address().slice(-4)}`
  await expect(panel(page)).toContainText(
    `This wallet, ${short}, is not on it, but Public is open to you:`,
  )
  await expect(button(page, 'Add Public to calendar')).toBeVisible()
})

test('shows the limit of a wallet, and the end of the supply', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await page.goto(
    await newCollection({
      ...dropOptions(stack),
      name: 'Only Three',
      max_supply: 3,
      phases: [openPhase({ max_per_wallet: 3 })],
    }),
  )
  await fund(stack, wallet)
  await connect(page)
  await panel(page).getByRole('button', { name: 'Max 3' }).click()
  await button(page, 'Mint 3').click()
  await expect(panel(page)).toContainText('#1, #2 and #3 are yours')
  await page.reload()
  await expect(panel(page)).toContainText('All 3 are minted')
  await expect(panel(page).getByRole('link', { name: /^More by/ })).toBeVisible()
})

test('shows the picture of each minted item of a set', async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const { contract } = await shownSet(stack, 'Three Glazes')
  await page.goto(`/collection/local/${contract}`)
  await fund(stack, wallet)
  await connect(page)
  const pictures = panel(page).locator('.new-prints img')
  const expectPictures = async (ids: number[]) => {
    for (const [at, id] of ids.entries()) {
      const url = `${stack.url}/api/contract/local/${contract}/tokens/${id}`
      const { data } = await (await fetch(url)).json()
      expect(data.image.is_plate).toBe(false)
      await expect(pictures.nth(at)).toHaveAttribute('src', data.image.medium_url)
    }
  }
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await expect(pictures).not.toHaveAttribute('src', /plates/)
  await expectPictures([1])
  await button(page, 'Mint more').click()
  await panel(page).getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp')
  await button(page, 'Mint 2').click()
  await expect(panel(page)).toContainText('#2 and #3 are yours')
  await expect(pictures.first()).not.toHaveAttribute('src', /plates/)
  await expectPictures([2, 3])
})

test('counts down to the opening and opens by itself', async ({ page, stack }) => {
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Almost Dawn',
    phases: [openPhase({ start: fromNow(600) })],
  })
  // The page uses the server's clock, which a test cannot set: hide its Date header.
  await page.route(/\/(api|health)\b(?!.*\/events\b)/, async (route) => {
    const response = await route.fetch()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.clock.install()
  await page.goto(path)
  await expect(panel(page)).toContainText('The Public phase opens on')
  await expect(panel(page).getByRole('timer')).toHaveAccessibleName(/^Opens in/)
  await page.clock.fastForward(590_000)
  await expect(panel(page)).toContainText('The Public phase opens on')
  await page.clock.fastForward(11_000)
  await expect(panel(page)).toContainText('Connect to mint')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('mints with the Demo wallet, which shows the transaction first', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Paper Money' }))
  await button(page, 'Connect Wallet').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Demo wallet/ })
    .click()
  await button(page, 'Mint 1').click()
  const sheet = page.getByRole('dialog', { name: 'Confirm a transaction' })
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(panel(page)).toContainText('#1 is yours')
  await minted(page, '1 of 100 minted')
})

test('renders prices and schedule before any script runs', { tag: '@soak' }, async ({
  browser,
  stack,
}) => {
  const path = await newCollection({ ...dropOptions(stack), name: 'Plain Paper' })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(new URL(path, stack.url).href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plain Paper')
  await expect(panel(page)).toContainText('Connect to mint')
  await expect(page.locator('.phases')).toContainText('0.002 ETH')
  await expect(page.getByText('Read directly from the contract.')).toBeVisible()
  await context.close()
})

test('pays a fifth of the fee to the referrer', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  const path = await newCollection({ ...dropOptions(stack), name: 'Word of Mouth' })
  const referrer = someAddress()
  await page.goto(`${path}?ref=${referrer}`)
  await fund(stack, wallet)
  await connect(page)
  await expect(panel(page)).toContainText('referred you and gets 20% of the mint fee')
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  const [[sent] = []] = wallet.calls('eth_sendTransaction')
  expect(JSON.stringify(sent)).toContain(referrer.slice(2).toLowerCase())
})

test('breaks a long word in a name on the narrowest page', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 320, height: 900 })
  const name = 'Donaudampfschifffahrtsgesellschaftskapitän'
  await page.goto(await newCollection({ ...dropOptions(stack), name }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
})

test('draws a plate in the inks of the chosen theme', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Night Shift' }))
  await hydrated(page)
  const plate = page.getByRole('img', { name: 'Night Shift, the collection' })
  const light = await plate.screenshot()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(async () => (await plate.screenshot()).equals(light)).toBe(false)
})

test('shows at the button that the connection is lost', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/)
  const wallet = await rabby(page, stack)
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'Cut Wire' }))
  await fund(stack, wallet)
  await connect(page)
  await expect(button(page, 'Mint 1')).toBeEnabled()
  await page.context().setOffline(true)
  await expect(button(page, 'Mint 1')).toBeDisabled()
  await expect(panel(page)).toContainText('You are offline. Nothing was sent.')
  await page.context().setOffline(false)
  await expect(button(page, 'Mint 1')).toBeEnabled()
})

test('returns 404 for a collection that does not exist', { tag: '@soak' }, async ({
  page,
  faults,
}) => {
  faults.allow(/404/)
  const response = await page.goto(`/collection/local/${someAddress()}`)
  expect(response?.status()).toBe(404)
})
