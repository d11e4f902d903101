import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import {
  button,
  callAs,
  connect,
  dropOptions,
  friends,
  fund,
  minted,
  panel,
  rabby,
  readContractAddress,
  readMintFee,
  someAddress,
} from '../fixtures/mint-panel.ts'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { expect, test } from '../fixtures/stack.ts'
import { EVENTS } from '../fixtures/tabs.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

/** Regressions that other launchpads are known for, each as a journey. */
const price = BigInt('2000000000000000')

test('the creator of a collection can mint from it like any other account', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const creatorKey = generatePrivateKey()
  const account = privateKeyToAccount(creatorKey)
  await installWallet(page, 'io.rabby', {
    name: 'Rabby Wallet',
    ...firstNetwork(stack),
    accounts: [account],
  })
  const path = await newCollection({ ...dropOptions(stack), name: 'My Own', creatorKey })
  await fund(stack, { accounts: [account] })
  await page.goto(path)
  await connect(page)
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
})

test('a wallet with exactly enough funds can mint', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  const path = await newCollection({ ...dropOptions(stack), name: 'Small Change' })
  const unit = price + (await readMintFee(page, path))
  await fund(stack, wallet, 'local', unit + parseEther('0.001'))
  await page.goto(path)
  await connect(page)
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await button(page, 'Mint more').click()
  await expect(panel(page)).toHaveAttribute('data-state', 'insufficient_funds')
})

test('three mints in a row count up, leave no spinner, and end at the limit', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const phases = [openPhase({ max_per_wallet: 3 })]
  const path = await newCollection({ ...dropOptions(stack), name: 'Three Times', phases })
  await fund(stack, wallet)
  await page.goto(path)
  await connect(page)
  for (const time of [1, 2, 3]) {
    await button(page, 'Mint 1').click()
    await expect(panel(page)).toContainText(`#${time} is yours`)
    await minted(page, `${time} of 100 minted`)
    await expect(panel(page).locator('[aria-busy=true], .spinner')).toHaveCount(0)
    if (time < 3) await button(page, 'Mint more').click()
  }
  await expect(button(page, 'Mint more')).toBeHidden()
  await expect(button(page, /^Mint \d/)).toBeHidden()
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(3)
})

test('a phase moved to an earlier start opens on an open page', async ({
  page,
  stack,
}) => {
  const creatorKey = generatePrivateKey()
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Early Doors',
    creatorKey,
    phases: [openPhase({ start: fromNow(3600), end: fromNow(7200) })],
  })
  await page.clock.install()
  await page.goto(path)
  await expect(panel(page)).toHaveAttribute('data-state', 'not_started')
  const end = Math.floor(Date.now() / 1000) + 7200
  const phase = { price, start: 1, end, walletLimit: 5, supplyCap: 0 }
  await callAs(
    stack,
    creatorKey,
    await readContractAddress(page, path),
    'setPublicPhase',
    [phase],
  )
  await passTime(page, () =>
    expect(panel(page)).toHaveAttribute('data-state', 'disconnected', shortly),
  )
})

test('a change between viewing and pressing is shown, and nothing is signed', async ({
  page,
  stack,
}) => {
  const creatorKey = generatePrivateKey()
  const wallet = await rabby(page, stack)
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Moving Target',
    creatorKey,
  })
  const contract = await readContractAddress(page, path)
  await fund(stack, wallet)
  // The page gets no update before the press, neither by its stream nor by polling.
  await page.route(EVENTS, () => undefined)
  await page.goto(path)
  await connect(page)
  await expect(button(page, 'Mint 1')).toBeVisible()
  await page.route('**/api/**', () => undefined)

  await callAs(stack, creatorKey, contract, 'setPaused', [true])
  await button(page, 'Mint 1').click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'The creator paused minting a moment ago. Nothing was sent.',
  )
  await callAs(stack, creatorKey, contract, 'setPaused', [false])
  const end = Math.floor(Date.now() / 1000) + 7200
  const dearer = { price: price * 2n, start: 1, end, walletLimit: 5, supplyCap: 0 }
  await callAs(stack, creatorKey, contract, 'setPublicPhase', [dearer])
  await button(page, 'Mint 1').click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'The price just changed. Check the new total and mint again.',
  )
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(0)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(panel(page)).toContainText('Price, 1 × 0.004')
  await expect(panel(page)).not.toContainText(/execution reverted|not available/i)
})

test("each phase has its own list, and shows the wallet's entry", {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const club = friends({
    phase_id: 1,
    title: 'Print Club',
    price_wei: '3000000000000000',
  })
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Two Lists',
    phases: [friends(), club],
    lists: [
      { phase_id: 0, entries: [{ address: someAddress() }] },
      {
        phase_id: 1,
        entries: [{ address: wallet.address() }, { address: someAddress() }],
      },
    ],
  })
  await fund(stack, wallet)
  await page.goto(path)
  await connect(page)
  await expect(page.locator('.phases li', { hasText: 'Friends' })).toContainText(
    'Not on this list',
  )
  await expect(page.locator('.phases li', { hasText: 'Print Club' })).toContainText(
    'On the list',
  )
  await expect(panel(page)).toContainText('Price, 1 × 0.003')
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
})

for (const timezoneId of [
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Honolulu',
]) {
  const name = `times are in the viewer's zone, with UTC beside them, in ${timezoneId}`
  test(name, { tag: '@soak' }, async ({ browser, stack }) => {
    const at = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000)
    const start = at.toISOString().replace('.000Z', 'Z')
    const path = await newCollection({
      ...dropOptions(stack),
      name: `Noon in ${timezoneId.split('/').at(-1)}`,
      phases: [openPhase({ start, end: fromNow(3 * 86_400) })],
    })
    const context = await browser.newContext({ timezoneId, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(new URL(path, stack.url).href)
    const timeIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', {
        hour: '2-digit',
        minute: '2-digit',
        timeZone,
      }).format(at)
    await expect(panel(page)).toContainText(
      new RegExp(`${timeIn(timezoneId)} \\(.*${timeIn('UTC')}\\sUTC\\)`),
    )
    await context.close()
  })
}

test('a computer whose clock is five hours ahead counts down correctly', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const phases = [openPhase({ start: fromNow(7200), end: fromNow(86_400) })]
  const path = await newCollection({ ...dropOptions(stack), name: 'Fast Clock', phases })
  await page.clock.install({ time: Date.now() + 5 * 3_600_000 })
  await page.goto(path)
  await expect(panel(page).getByRole('timer')).toHaveAccessibleName(
    /^Opens in 0 days, 1 hours, 5\d minutes/,
  )
  await expect(panel(page)).toHaveAttribute('data-state', 'not_started')
})

test('a link without a valid referrer shows a note, and costs nothing', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const path = await newCollection({ ...dropOptions(stack), name: 'Broken Link' })
  await fund(stack, wallet)
  await page.goto(`${path}?ref=somebody`)
  await connect(page)
  await expect(panel(page)).toContainText("This referral link isn't valid")
  // Its checksum is wrong in the last digit.
  await page.goto(`${path}?ref=0x90F79bf6EB2c4f870365E785982E1f101E93b905`)
  await expect(panel(page)).toContainText("This referral link isn't valid")
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await page.goto(`${path}?ref=${wallet.address()}`)
  await expect(panel(page)).toContainText('This referral link is your own')
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#2 is yours')
})
