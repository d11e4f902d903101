import { readFileSync } from 'node:fs'
import { abstractWalletId } from '@platemark/wallet/wallets'
import { parseEther } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import {
  button,
  callAs,
  connect,
  dropOptions,
  friends,
  fund,
  panel,
  rabby,
  readContractAddress,
  readMintFee,
  someAddress,
} from '../fixtures/mint-panel.ts'
import { inState, panelStates } from '../fixtures/mint-panel-state.ts'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

test('without a wallet: open, upcoming, ended, paused and without a date', async ({
  page,
  stack,
}) => {
  const creatorKey = generatePrivateKey()
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Open Door',
    creatorKey,
    phases: [
      openPhase({ start: fromNow(-60), end: fromNow(7200) }),
      friends({ start: fromNow(-60), end: fromNow(3600) }),
    ],
    lists: [{ phase_id: 0, entries: [{ address: someAddress() }] }],
  })
  const contract = await readContractAddress(page, path)
  await page.goto(path)
  await inState(page, 'disconnected')
  await expect(panel(page)).toContainText('Connect your wallet to see if you can mint.')

  await callAs(stack, creatorKey, contract, 'setPaused', [true])
  await inState(page, 'paused')
  await expect(panel(page)).toContainText(
    /paused it on \w+\s\d+\s\w+, [\d:]+ \((\w+\s\d+\s\w+, )?[\d:]+\sUTC\)\. Allowlist spots are kept\./,
  )
  await expect(
    panel(page).getByRole('link', { name: 'See the change log' }),
  ).toBeVisible()
  await expect(panel(page)).not.toContainText('ends in')
  await expect(page.locator('#phases .you').last()).toContainText('Paused')
  await expect(page.locator('.phase-scale .live')).toHaveCount(0)
  await callAs(stack, creatorKey, contract, 'setPaused', [false])
  await expect(panel(page)).toHaveAttribute('data-state', 'disconnected')

  const coming = openPhase({ start: fromNow(3 * 3600), end: fromNow(7 * 3600) })
  await page.goto(
    await newCollection({ ...dropOptions(stack), name: 'Dawn Chorus', phases: [coming] }),
  )
  await inState(page, 'not_started', 'not_started-unknown')
  await expect(panel(page).getByRole('timer')).toHaveAccessibleName(/^Opens in/)

  const bare = await newCollection({ ...dropOptions(stack), name: 'No Date', creatorKey })
  const none = { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
  await callAs(
    stack,
    creatorKey,
    await readContractAddress(page, bare),
    'setPublicPhase',
    [none],
  )
  await page.goto(bare)
  await inState(page, 'no_phase')
  await expect(panel(page)).toContainText('It will appear here and in the change log.')

  const closed = await newCollection({
    ...dropOptions(stack),
    name: 'Closing Time',
    creatorKey,
  })
  const end = Math.floor(Date.now() / 1000) - 60
  const over = { ...none, start: end - 3600, end, walletLimit: 5 }
  await callAs(
    stack,
    creatorKey,
    await readContractAddress(page, closed),
    'setPublicPhase',
    [over],
  )
  await page.goto(closed)
  await inState(page, 'ended')
})

test('a wallet that cannot mint now sees why, and when it can', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const wallet = await rabby(page, stack)
  const later = openPhase({ start: fromNow(3600), end: fromNow(7200), max_per_wallet: 4 })
  const mine = { address: wallet.address() }
  await fund(stack, wallet)

  const strange = await newCollection({
    ...dropOptions(stack),
    name: 'Closed Ranks',
    phases: [friends(), later],
    lists: [{ phase_id: 0, entries: [{ address: someAddress() }] }],
  })
  await page.goto(strange)
  await connect(page)
  await inState(page, 'not_eligible')
  await expect(panel(page)).toContainText('is not on it, but Public is open to you:')

  const coming = await newCollection({
    ...dropOptions(stack),
    name: 'My Turn',
    phases: [friends({ start: fromNow(1800), end: fromNow(3600) }), later],
    lists: [{ phase_id: 0, entries: [mine] }],
  })
  await page.goto(coming)
  await expect(panel(page)).toContainText('You are on the list')
  await inState(page, 'not_started')

  const afterOthers = await newCollection({
    ...dropOptions(stack),
    name: 'Their Turn First',
    phases: [friends({ start: fromNow(1800), end: fromNow(3600) }), later],
    lists: [{ phase_id: 0, entries: [{ address: someAddress() }] }],
  })
  await page.goto(afterOthers)
  await expect(panel(page)).toContainText('Public will be open to you')
  // It counts down to the phase of this wallet.
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('Public')

  const once = await newCollection({
    ...dropOptions(stack),
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
    'This wallet has minted 1 of 1 in Friends. In Public you can mint 4 more:',
  )
  await expect(
    panel(page).getByRole('link', { name: 'View your items' }),
  ).toHaveAttribute('href', `/collector/${wallet.address()}`)

  const capped = await newCollection({
    ...dropOptions(stack),
    name: 'First Served',
    phases: [friends({ max_per_wallet: 2, max_supply: 1 }), later],
    lists: [{ phase_id: 0, entries: [mine] }],
  })
  await page.goto(capped)
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('#1 is yours')
  await page.reload()
  await inState(page, 'phase_sold_out')
  await expect(panel(page)).toContainText(
    'The only item of this phase is minted. The remaining 99 open to everyone:',
  )
  await expect(panel(page).locator('.figures')).toContainText('99 left for Public')
})

test('a wallet that must switch networks, get funds or wait', async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  await installWallet(page, abstractWalletId, {
    name: 'Abstract',
    ...firstNetwork(stack),
  })
  await page.goto(
    await newCollection({
      ...dropOptions(stack),
      name: 'Other Side',
      chain_alias: 'local-two',
    }),
  )
  await connect(page, /^Abstract/)
  await expect(panel(page)).toContainText(
    'Abstract wallets work on Harbour only. Connect',
  )
  await inState(page, 'wrong_chain', 'wrong_chain-abstract')
  await connect(page, /^Rabby Wallet/, 'Choose another wallet')
  await expect(button(page, 'Switch to Quay')).toBeVisible()
  await inState(page, 'wrong_chain')
  await expect(panel(page)).toContainText(/0\.002\sETH/)
  await expect(
    panel(page).getByRole('link', { name: 'What is a network?' }),
  ).toHaveAttribute('href', '/about#networks')
  wallet.setPolicy('wallet_switchEthereumChain', 'reject')
  await button(page, 'Switch to Quay').click()
  await expect(panel(page).getByRole('alert')).toContainText('stayed on Harbour')
  await inState(page, 'wrong_chain', 'wrong_chain-refused')

  const path = await newCollection({ ...dropOptions(stack), name: 'Thin Purse' })
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

  const unit = BigInt('2000000000000000') + (await readMintFee(page, path))
  await fund(stack, wallet, 'local', unit + parseEther('0.001'))
  await page.reload()
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  await panel(page).getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp')
  await inState(page, 'insufficient_funds')
  await button(page, /^Mint 1 for [\d.]+\sETH$/).click()
  await expect(button(page, 'Mint 1')).toBeVisible()
})

test('signs in only where the URL requests it, and mints without as well', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  const path = await newCollection({ ...dropOptions(stack), name: 'Guest Book' })
  await page.goto(`${path}?account=wanted`)
  await connect(page)
  await inState(page, 'needs_sign_in')
  await expect(panel(page)).toContainText('moves nothing. Minting never needs it.')
  await button(page, 'Mint without signing in').click()
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')

  await page.reload()
  await button(page, 'Sign in').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign message' }).click()
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')

  // A signed-in user gets no prompt, not even while the session is restored.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/user/get', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${path}?account=wanted`)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  letGo()
})

test('every mint state, and every reason of `unavailable`, is covered by a test', () => {
  const files = ['mint-states', 'mint-pending', 'mint-unavailable', 'mint-blocks']
  const sources = files.map((name) =>
    readFileSync(new URL(`${name}.spec.ts`, import.meta.url), 'utf8'),
  )
  const calls = sources.join().matchAll(/inState\(page, '([\w-]+)'/g)
  const reached = new Set([...calls].map(([, name]) => name))
  expect(panelStates.filter((name) => !reached.has(name))).toEqual([])
})
