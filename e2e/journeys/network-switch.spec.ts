import { soakUnless } from '../fixtures/extent.ts'
import { foreignTest } from '../fixtures/foreign-panel.ts'
import { button, connect, dropOptions, panel, rabby } from '../fixtures/mint-panel.ts'
import { newCollection } from '../fixtures/new-collection.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'

/** Creates a collection on the network that the wallet is not on. */
const onSecondChain = (stack: Stack, name: string) =>
  newCollection({ ...dropOptions(stack), name, chain_alias: 'local-two' })

/** How a wallet reports a network that it does not know, without the number 4902. */
const unknownInWords = {
  throws: {
    code: -32603,
    message: 'Unrecognized chain ID "0x7a6a". Try adding it first.',
  },
}

test('the panel shows a network that the wallet reports as unknown in words, and adds it', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  wallet.setPolicy('wallet_switchEthereumChain', unknownInWords)
  await page.goto(await onSecondChain(stack, 'New Land'))
  await connect(page)
  await button(page, 'Switch to Quay').click()
  const dialog = page.getByRole('dialog', { name: 'Add Quay to Rabby Wallet' })
  await expect(dialog).toContainText('Chain ID31338')
  expect(wallet.calls('wallet_addEthereumChain')).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Add and switch' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel(page)).toContainText('short')
  expect(wallet.calls('wallet_addEthereumChain')).toHaveLength(1)
})

test('the header offers to add a network that the wallet reports by 4902 as text', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  wallet.setPolicy('wallet_switchEthereumChain', {
    throws: { code: '4902', message: 'no' },
  })
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby/ })
    .click()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: /^Network/ }).click()
  await page.getByRole('button', { name: /^Quay/ }).click()
  await page.getByRole('button', { name: 'Switch to Quay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Quay to Rabby Wallet' })
  await dialog.getByRole('button', { name: 'Add and switch' }).click()
  await expect(dialog).toBeHidden()
  expect(wallet.calls('wallet_addEthereumChain')).toHaveLength(1)
})

foreignTest(
  'the embedded panel adds a network that the wallet reports as unknown in words',
  soakUnless(false),
  async ({ stack, foreign }) => {
    const { panel, button, wallet } = foreign
    wallet.setPolicy('wallet_switchEthereumChain', unknownInWords)
    await foreign.show(await onSecondChain(stack, 'Far Land'))
    await foreign.connect()
    await button('Switch to Quay').click()
    await expect(panel).toContainText('ETH short')
    expect(wallet.calls('wallet_addEthereumChain')).toHaveLength(1)
  },
)

test(
  'a switch that the wallet answers with null and does not make leaves the button free',
  soakUnless(false),
  async ({ page, stack }) => {
    const wallet = await rabby(page, stack)
    wallet.setPolicy('wallet_switchEthereumChain', { returns: null })
    await page.clock.install()
    await page.goto(await onSecondChain(stack, 'No Land'))
    await connect(page)
    await button(page, 'Switch to Quay').click()
    const answered =
      'Rabby Wallet answered, but did not switch. Your wallet stayed on Harbour'
    await expect(async () => {
      // Longer steps would end the reads that are on their way.
      await page.clock.fastForward(300)
      await expect(panel(page).getByRole('alert')).toContainText(answered, {
        timeout: 100,
      })
    }).toPass({ timeout: 30_000 })
    wallet.setPolicy('wallet_switchEthereumChain', 'allow')
    await button(page, 'Switch to Quay').click()
    await expect(panel(page)).toContainText('short')
  },
)

test('a switch that the wallet never answers leaves the button free, and is noticed later', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  wallet.setPolicy('wallet_switchEthereumChain', 'silent')
  await page.clock.install()
  await page.goto(await onSecondChain(stack, 'Quiet Land'))
  await connect(page)
  await button(page, 'Switch to Quay').click()
  await passTime(page, () =>
    expect(panel(page).getByRole('alert')).toContainText(
      'Rabby Wallet has not answered. Open it and look for a request, or try again.',
      shortly,
    ),
  )
  await expect(button(page, 'Switch to Quay')).toBeEnabled()
  await wallet.switchChain(31_338)
  await expect(panel(page)).toContainText('short')
})

foreignTest(
  'the embedded panel gives the button back from a wallet that never answers',
  { tag: '@soak' },
  async ({ page, stack, foreign }) => {
    const { panel, button, wallet } = foreign
    wallet.setPolicy('eth_requestAccounts', 'silent')
    await page.clock.install()
    await foreign.show(await onSecondChain(stack, 'Still Land'))
    await foreign.connect()
    await button('Back').click()
    wallet.setPolicy('eth_requestAccounts', 'allow')
    await foreign.connect()
    wallet.setPolicy('wallet_switchEthereumChain', 'silent')
    await button('Switch to Quay').click()
    await passTime(page, () =>
      expect(panel.getByRole('alert')).toContainText(
        'Rabby Wallet has not answered. Open it and look for a request, or try again.',
        shortly,
      ),
    )
    wallet.setPolicy('wallet_switchEthereumChain', 'allow')
    await button('Switch to Quay').click()
    await expect(panel).toContainText('ETH short')
  },
)
