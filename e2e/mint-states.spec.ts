import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { collectionAbi } from '@platemark/abi/collection'
import type { MintCode } from '@platemark/rules/mint-state'
import { reasonCodes } from '@platemark/rules/reason-codes'
import { mintReasonsOf } from '@platemark/rules/states'
import type { Page } from '@playwright/test'
import { decodeFunctionResult, encodeFunctionData, parseEther, toHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import {
  button,
  callAs,
  chainOf,
  connect,
  contractOf,
  drop,
  feeOf,
  friendKey,
  fund,
  panel,
  rabby,
  resumeMining,
  someAddress,
  stopMining,
} from './mint-page.ts'
import { fromNow, newCollection, openPhase } from './new-collection.ts'
import { expect, test } from './stack.ts'

/** Only pictures that somebody asks for are taken. */
const pictures = process.env.PLATEMARK_E2E_PICTURES

/** The panel is in this state, says so without a fault of accessibility, and fits. */
async function inState(page: Page, code: MintCode, name: string = code): Promise<void> {
  await expect(panel(page)).toHaveAttribute('data-state', code)
  const { violations } = await new AxeBuilder({ page }).include('.mint-panel').analyze()
  expect(violations.map(({ id, nodes }) => `${code} ${id}: ${nodes[0]?.html}`)).toEqual(
    [],
  )
  if (!pictures) return
  await panel(page).screenshot({ path: join(pictures, `mint-${name}.png`) })
}

const friends = (changes = {}) => ({
  ...openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends', ...changes }),
})

test('before a wallet is known: open, coming, ended, paused and without a date', async ({
  page,
  stack,
}) => {
  const creatorKey = generatePrivateKey()
  const path = await newCollection({
    ...drop(stack),
    name: 'Open Door',
    creatorKey,
    phases: [
      openPhase({ start: fromNow(-60), end: fromNow(7200) }),
      friends({ start: fromNow(-60), end: fromNow(3600) }),
    ],
    lists: [{ phase_id: 0, entries: [{ address: someAddress() }] }],
  })
  const contract = await contractOf(page, path)
  await page.goto(path)
  await inState(page, 'disconnected')
  await expect(panel(page)).toContainText(
    'Connect a wallet to see which phases you can enter; looking needs none.',
  )

  await callAs(stack, creatorKey, contract, 'setPaused', [true])
  await inState(page, 'paused')
  await expect(panel(page)).toContainText('paused it; your place on a list stays')
  await expect(
    panel(page).getByRole('link', { name: 'See the change log' }),
  ).toBeVisible()
  await callAs(stack, creatorKey, contract, 'setPaused', [false])
  await expect(panel(page)).toHaveAttribute('data-state', 'disconnected')

  const coming = openPhase({ start: fromNow(3 * 3600), end: fromNow(7 * 3600) })
  await page.goto(
    await newCollection({ ...drop(stack), name: 'Dawn Chorus', phases: [coming] }),
  )
  await inState(page, 'not_started', 'not_started-unknown')
  await expect(panel(page).getByRole('timer')).toHaveAccessibleName(/^Opens in/)

  const bare = await newCollection({ ...drop(stack), name: 'No Date', creatorKey })
  const none = { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
  await callAs(stack, creatorKey, await contractOf(page, bare), 'setPublicPhase', [none])
  await page.goto(bare)
  await inState(page, 'no_phase')
  await expect(panel(page)).toContainText('it appears here and in the change log.')

  const over = openPhase({ end: fromNow(15) })
  await page.goto(
    await newCollection({ ...drop(stack), name: 'Closing Time', phases: [over] }),
  )
  await expect(panel(page)).toHaveAttribute('data-state', 'ended', { timeout: 30_000 })
  await inState(page, 'ended')
})

test('a wallet that can pay: choosing, confirming, waiting, and what it got', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack, 'local-two')
  const path = await newCollection({
    ...drop(stack),
    name: 'Whole Way',
    chain_alias: 'local-two',
    max_supply: 3,
    phases: [openPhase({ max_per_wallet: 3 })],
  })
  await fund(stack, wallet, 'local-two')
  await page.goto(path)
  await connect(page)
  await inState(page, 'ready')
  const quantity = panel(page).getByRole('spinbutton', { name: 'Quantity' })
  await quantity.press('ArrowUp')
  await expect(button(page, 'Mint 2')).toBeVisible()
  await quantity.press('End')
  await expect(button(page, 'Mint 3')).toBeVisible()
  await quantity.press('ArrowDown')

  const chain = chainOf(stack, 'local-two')
  await stopMining(chain)
  try {
    wallet.setPolicy('eth_sendTransaction', 'ask')
    await button(page, 'Mint 2').click()
    await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
    await inState(page, 'pending_tx', 'pending_tx-wallet')
    await expect(panel(page)).toContainText(
      /It shows the same total, [\d.]+\sETH; check it/,
    )
    await panel(page).getByText('Wallet did not open?').click()
    await expect(panel(page)).toContainText('Open Rabby Wallet by its own icon')
    await wallet.answer('eth_sendTransaction', 'allow')
    wallet.setPolicy('eth_sendTransaction', 'allow')
    await expect(panel(page)).toContainText('Waiting for its block')
    await inState(page, 'pending_tx')
    await expect(panel(page).locator('.mint-steps')).toContainText(/\d s$/)
  } finally {
    await resumeMining(chain)
  }
  await inState(page, 'success')
  await expect(panel(page)).toContainText('#1 and #2 are yours')
  await expect(panel(page).getByRole('link', { name: 'Whole Way #2' })).toHaveAttribute(
    'href',
    /\?token=2$/,
  )

  await page.reload()
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#3 is yours')
  await page.reload()
  await inState(page, 'sold_out')
  await expect(panel(page).getByRole('link', { name: 'See all 3 prints' })).toBeVisible()
})

test('a wallet that cannot mint now: why, and when it can', async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const later = openPhase({ start: fromNow(3600), end: fromNow(7200), max_per_wallet: 4 })
  const mine = { address: wallet.address() }
  await fund(stack, wallet)

  const strange = await newCollection({
    ...drop(stack),
    name: 'Closed Ranks',
    phases: [friends(), later],
    lists: [{ phase_id: 0, entries: [{ address: someAddress() }] }],
  })
  await page.goto(strange)
  await connect(page)
  await inState(page, 'not_eligible')
  await expect(panel(page)).toContainText('is not on it, but Public is open to you:')

  const coming = await newCollection({
    ...drop(stack),
    name: 'My Turn',
    phases: [friends({ start: fromNow(1800), end: fromNow(3600) }), later],
    lists: [{ phase_id: 0, entries: [mine] }],
  })
  await page.goto(coming)
  await expect(panel(page)).toContainText('You are on the list')
  await inState(page, 'not_started')

  const once = await newCollection({
    ...drop(stack),
    name: 'One Each',
    phases: [friends({ max_per_wallet: 1, max_supply: 2 }), later],
    lists: [{ phase_id: 0, entries: [mine, { address: someAddress() }] }],
  })
  await page.goto(once)
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await page.reload()
  await inState(page, 'wallet_limit')
  await expect(panel(page)).toContainText(
    'This wallet has minted 1 of 1 in Friends; Public gives you 4 more:',
  )
  await expect(
    panel(page).getByRole('link', { name: 'View your prints' }),
  ).toHaveAttribute('href', `/collector/${wallet.address()}`)

  const capped = await newCollection({
    ...drop(stack),
    name: 'First Served',
    phases: [openPhase({ max_supply: 1 })],
  })
  const unit = BigInt('2000000000000000') + (await feeOf(page, capped))
  const contract = await contractOf(page, capped)
  await callAs(stack, friendKey, contract, 'mint', [1n], { value: unit })
  await page.goto(capped)
  await inState(page, 'phase_sold_out')
  await expect(panel(page)).toContainText('All 1 of this phase are minted')
})

test('a wallet that must do something first: switch, fetch money, or wait', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  await page.goto(
    await newCollection({ ...drop(stack), name: 'Other Side', chain_alias: 'local-two' }),
  )
  await connect(page)
  await inState(page, 'wrong_chain')

  const path = await newCollection({ ...drop(stack), name: 'Thin Purse' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/eligibility?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path)
  await inState(page, 'checking')
  release()
  await inState(page, 'insufficient_funds', 'insufficient_funds-nothing')

  const unit = BigInt('2000000000000000') + (await feeOf(page, path))
  await fund(stack, wallet, 'local', unit + parseEther('0.001'))
  await page.reload()
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  await panel(page).getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp')
  await inState(page, 'insufficient_funds')
  await button(page, /^Mint 1 for [\d.]+\sETH$/).click()
  await expect(button(page, 'Mint 1')).toBeVisible()
})

test('on a phone a bar says where the wallet stands, and leads back to the panel', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.goto(await newCollection({ ...drop(stack), name: 'Pocket Print' }))
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  await page.mouse.wheel(0, 3000)
  const bar = page.locator('.mint-bar')
  await expect(bar).toContainText(/0\.002\sETH/)
  await expect(bar).toContainText('Public, 5 left for you')
  await bar.getByRole('button', { name: 'Mint' }).click()
  await expect(button(page, 'Mint 1')).toBeInViewport()

  wallet.setPolicy('eth_sendTransaction', 'ask')
  await button(page, 'Mint 1').click()
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  await page.mouse.wheel(0, 3000)
  await expect(bar).toContainText('Minting 1')
  await expect(bar).toContainText('Waiting for your wallet')
  await wallet.answer('eth_sendTransaction', 'allow')
  await expect(panel(page)).toContainText('#1 is yours')
})

test('a network or a site that does not answer is told as what it is', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/429|503|ERR_FAILED/)
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.goto(await newCollection({ ...drop(stack), name: 'Dead Line' }))
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')

  await page.route('**/rpc/local', (route) => route.abort())
  await page.reload()
  await expect(panel(page)).toContainText('Local is not answering', { timeout: 30_000 })
  await inState(page, 'unavailable')
  await page.unroute('**/rpc/local')
  await button(page, 'Try again now').click()
  await expect(panel(page)).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })

  const tooMany = {
    error: { code: 'too_many_requests', message: 'Slow', request_id: '1' },
  }
  await page.route('**/eligibility?*', (route) =>
    route.fulfill({ status: 429, json: tooMany }),
  )
  await page.reload()
  await expect(panel(page)).toContainText('Asked too often')
  await inState(page, 'unavailable', 'unavailable-too_often')
})

test('goes on minting from the chain itself while the server is gone', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/ERR_FAILED|503/)
  const wallet = await rabby(page, stack)
  const path = await newCollection({
    ...drop(stack),
    name: 'Long Night',
    phases: [friends({ max_per_wallet: 2, price_wei: '1000000000000000' }), openPhase()],
    lists: [{ phase_id: 0, entries: [{ address: wallet.address() }] }],
  })
  await fund(stack, wallet)
  await page.goto(path)
  await connect(page)
  await expect(panel(page).getByRole('group', { name: 'Phase to mint in' })).toBeVisible()
  const contract = await contractOf(page, path)
  const unit = BigInt('2000000000000000') + (await feeOf(page, path))

  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(loaded).toContainEqual(expect.stringContaining('/chain-watch-'))

  // Everything but the node of the embedded chain, which lies on the same origin.
  const gone = (url: URL) => url.origin === stack.url && !url.pathname.startsWith('/rpc/')
  await page.route(gone, (route) => route.abort())
  await expect(
    page.getByText('This site is not answering, so this panel reads'),
  ).toBeVisible({
    timeout: 30_000,
  })
  await callAs(stack, friendKey, contract, 'mint', [1n], { value: unit })
  await expect(panel(page).locator('.figures')).toContainText('1 of 100 minted', {
    timeout: 30_000,
  })

  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#2 is yours')
  await button(page, 'Mint more').click()
  await expect(panel(page)).toContainText('1 of them is used', { timeout: 30_000 })
  await inState(page, 'ready', 'ready-without-server')
  await button(page, /^Public, 0.002/).click()
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#3 is yours')

  await page.unroute(gone)
  await expect(page.getByText('This site is not answering')).toBeHidden({
    timeout: 30_000,
  })
  await expect(panel(page).locator('.figures')).toContainText('3 of 100 minted')
})

test('an open page stays where something else answers in place of the server', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/404/)
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.goto(await newCollection({ ...drop(stack), name: 'Wrong Number' }))
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  await page.route('**/api/**', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'text/html',
      body: '<h1>No such app</h1>',
    }),
  )
  await expect(page.getByText('This site is not answering')).toBeVisible({
    timeout: 30_000,
  })
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('changes state at the very second at which the contract does', async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  const start = Math.floor(Date.now() / 1000) + 3600
  const end = start + 3600
  const path = await newCollection({
    ...drop(stack),
    name: 'On The Dot',
    phases: [openPhase({ start: isoOf(start), end: isoOf(end) })],
  })
  await fund(stack, wallet)
  const contract = await contractOf(page, path)
  await page.goto(path)
  await connect(page)

  const moveTo = await stillClock(page)
  for (const now of [start - 1, start, start + 1, end - 1, end, end + 1]) {
    await moveTo(now)
    await page.goto(path)
    const [reason] = await reasonsAt(stack, contract, wallet.address(), now)
    const said = reason ? reasonCodes[reason] : 'ready'
    await expect(panel(page), `at ${now - start}`).toHaveAttribute('data-state', said)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Lets the clocks of server and browser stand still; returns what moves them to a second. */
async function stillClock(page: Page): Promise<(now: number) => Promise<void>> {
  let date = ''
  await page.route(/\/(api|health|collection)\b(?!.*\/events$)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  return async (now) => {
    date = new Date(now * 1000).toUTCString()
    await page.clock.setFixedTime(now * 1000)
  }
}

/** What the contract would say in a block of that second. */
async function reasonsAt(
  stack: Parameters<typeof chainOf>[0],
  to: `0x${string}`,
  account: `0x${string}`,
  now: number,
) {
  const abi = collectionAbi
  const call = { abi, functionName: 'checkMint' } as const
  const data = encodeFunctionData({ ...call, args: [account, 1n, 0n, []] })
  const chain = chainOf(stack)
  const answer = await chain.request({
    method: 'eth_call',
    params: [{ to, data }, 'latest', {}, { time: toHex(now) }],
  } as never)
  const [bits] = decodeFunctionResult({ ...call, data: answer })
  return mintReasonsOf(bits)
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
