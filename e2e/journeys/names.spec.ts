import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { violations } from '../fixtures/axe.ts'
import { holdRequests } from '../fixtures/intercept.ts'
import { fund } from '../fixtures/mint-panel.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import {
  indexedName,
  newLabel,
  readNameOwner,
  registerName,
} from '../fixtures/registered-name.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { bothNetworks, firstNetwork } from '../fixtures/wallet-networks.ts'

/** Names are registered, changed and given away by the pages of names. */

const newAccount = () => privateKeyToAccount(generatePrivateKey())

test('a visitor finds a name, signs in and registers it, and a reload goes on where it was', async ({
  page,
  stack,
}) => {
  const label = newLabel()
  const accounts = [newAccount()]
  const wallet = await installWallet(page, 'io.rabby', {
    ...{ name: 'Rabby Wallet', accounts, ...firstNetwork(stack) },
  })
  await fund(stack, { accounts })
  await page.goto('/names')
  await hydrated(page)
  await page.getByLabel('Name to register').fill(label.toUpperCase())
  await expect(page.getByText('Written in lower case on the chain.')).toBeVisible()
  await page.getByRole('button', { name: 'Connect Wallet to register' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby Wallet/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Register' })
  await expect(dialog.getByText('Total')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(dialog.getByText('Total')).toBeVisible()
  await page.keyboard.press('Escape')
  const menu = page.getByRole('button', { name: /^Account menu/ })
  const panel = page.locator('.account-panel')
  await menu.click()
  await expect(panel).toContainText('0x')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await dialog.getByRole('button', { name: /^Register for/ }).click()
  await wallet.answer('eth_sendTransaction', 'allow')
  const done = page.getByRole('dialog', { name: 'Registered' })
  await expect(done.getByText('is yours')).toBeVisible()
  expect(await readNameOwner(stack, label)).toBe(wallet.address())
  await done.getByRole('link', { name: 'View name' }).click()
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
  await expect(page.getByText('Primary name')).toBeVisible()
  await menu.click()
  await expect(panel).toContainText(`${label}.plate.test`)
})

test('a taken name, a wallet without funds and one on another network are seen before anything is signed', async ({
  page,
  stack,
}) => {
  const taken = newLabel()
  await registerName(stack, taken)
  await indexedName(stack, taken)
  const label = newLabel()
  const accounts = [newAccount()]
  const wallet = await openWithSession(
    page,
    { url: stack.url, path: `/names?name=${taken}` },
    { ...bothNetworks(stack), accounts },
  )
  await expect(
    page.getByRole('heading', { name: `${taken}.plate.test is taken` }),
  ).toBeVisible()
  await page.getByLabel('Name to register').fill(label)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Register' })
  await expect(dialog.getByText(/^You need .* on /)).toBeVisible()
  await fund(stack, { accounts })
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByRole('button', { name: /^Register for / })).toBeVisible()
  await wallet.switchChain(31_338)
  await expect(dialog.getByText(/^Your wallet is on .* Names are on /)).toBeVisible()
  await dialog.getByRole('button', { name: /^Switch to / }).click()
  const switching = page.getByRole('dialog', { name: /^Switch to / })
  await expect(switching).toContainText(`${label} is on Harbour. Your wallet is on Quay.`)
  await switching.getByRole('button', { name: /^Switch to / }).click()
  await expect(dialog.getByRole('button', { name: /^Register for / })).toBeVisible()
  expect(wallet.calls('eth_sendTransaction')).toEqual([])
})

test('a registration names the network that does not answer, and goes on once it does', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const accounts = [newAccount()]
  await fund(stack, { accounts })
  await page.clock.install()
  // The node takes requests and leaves them open.
  await page.route('**/rpc/local', () => {})
  const place = { url: stack.url, path: `/names?register=${newLabel()}` }
  await openWithSession(page, place, {
    ...firstNetwork(stack),
    accounts,
  })
  // A jump of the clock before the wallet is connected again would end that attempt.
  const menu = page.getByRole('button', { name: /^Account menu/, includeHidden: true })
  await expect(menu).toBeAttached()
  const dialog = page.getByRole('dialog', { name: 'Register' })
  const title = 'Harbour cannot be reached right now'
  await passTime(page, () => expect(dialog.getByText(title)).toBeVisible(shortly))
  expect(await violations(page)).toEqual([])
  await page.unroute('**/rpc/local')
  await passTime(page, () => expect(dialog.getByText('Total')).toBeVisible(shortly))
})

test('an owner writes records and gives the name away, after which they are gone', async ({
  page,
  stack,
}) => {
  const label = newLabel()
  const heirLabel = newLabel()
  const owner = await registerName(stack, label)
  const heir = await registerName(stack, heirLabel)
  const path = await indexedName(stack, label)
  await openAs(page, stack, { account: owner, path })
  await page.getByRole('button', { name: 'Edit records' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit records' })
  await editor.getByLabel('X', { exact: true }).fill('@quiet_shore')
  await editor.getByLabel('Lens').fill('Tide')
  await expect(editor.getByText('2 changes, 1 to fix.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await editor.getByLabel('Lens').fill('')
  const index = await holdRequests(page, `**/api/names/${label}/profile`)
  await editor.getByRole('button', { name: 'Save on chain' }).click()
  await expect(editor.getByText(/^Records: in block/)).toBeVisible()
  await expect(editor.getByText('Nothing has changed yet.')).toBeVisible()
  index.release()
  await editor.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('link', { name: /X @quiet_shore/ })).toBeVisible()

  await page.getByRole('button', { name: 'Transfer' }).click()
  const transfer = page.getByRole('dialog', { name: 'Transfer' })
  await transfer.getByLabel('To a name or address').fill(`${heirLabel}.plate.test`)
  await expect(transfer.getByText(/^Goes to 0x/)).toBeVisible()
  const send = transfer.getByRole('button', { name: 'Transfer name' })
  await expect(send).toBeDisabled()
  await transfer.getByLabel(`Type ${label} to confirm`).fill(label)
  expect(await violations(page)).toEqual([])
  await send.click()
  await expect(transfer.getByText(/^Transfer: in block/)).toBeVisible()
  expect(await readNameOwner(stack, label)).toBe(heir.address)
})

test('the settings choose what is shown of an account by keys, here at once and on the chain when asked', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const [older, newer] = [newLabel(), newLabel()]
  const account = await registerName(stack, older)
  await registerName(stack, newer, account)
  await indexedName(stack, newer)
  await openAs(page, stack, { account, path: '/settings' })
  const options = page.getByRole('radiogroup', { name: 'Primary name' })
  const option = (name: string) => options.getByRole('radio', { name: new RegExp(name) })
  await expect(option(newer)).toBeChecked()
  await option(newer).focus()
  await page.keyboard.press('ArrowDown')
  await expect(option(older)).toBeChecked()
  const elsewhere = page.getByText(`Other apps still show ${newer}.plate.test.`)
  await expect(elsewhere).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(option('Show my address instead')).toBeChecked()
  const reverse = `${stack.url}/api/names/reverse?addresses=${account.address}`
  await expect.poll(async () => (await (await fetch(reverse)).json()).data).toEqual({})
  await page.getByRole('button', { name: 'Update on chain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Primary name' })
  await expect(dialog.getByText(/^Other apps show your address again/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Update on chain' }).click()
  await expect(dialog.getByText(/^Primary name: in block/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(elsewhere).toBeHidden()
  await page.reload()
  await expect(option('Show my address instead')).toBeChecked()
})
