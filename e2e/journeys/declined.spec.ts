import { declinedErrors } from '@platemark/wallet/test/wallet-errors'
import { soakUnless } from '../fixtures/extent.ts'
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

test('a declined request is shown as declined and asked once, whatever the wallet sends', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const dialog = page.getByRole('dialog')
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  // Wallet libraries take this for a missing method, and ask in another way.
  wallet.setPolicy('wallet_requestPermissions', {
    throws: { code: -32603, message: 'User rejected the request.' },
  })
  await dialog.getByRole('button', { name: /^Rabby/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('You declined the request.')
  expect(wallet.calls('eth_requestAccounts')).toHaveLength(0)

  wallet.setPolicy('wallet_requestPermissions', 'allow')
  wallet.setPolicy('personal_sign', { throws: { code: '4001', message: 'no' } })
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You declined to sign.')

  await fund(stack, wallet)
  await page.goto(await newCollection({ ...dropOptions(stack), name: 'No Thanks' }))
  await connect(page)
  wallet.setPolicy('eth_sendTransaction', { throws: 'cancelled' })
  await button(page, 'Mint 1').click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'You closed the request in your wallet. Nothing was sent.',
  )
  wallet.setPolicy('eth_sendTransaction', {
    throws: { code: -32603, message: 'No key.' },
  })
  await button(page, 'Mint 1').click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'Rabby Wallet could not send it: No key.',
  )
})

test(
  'every way of declining is shown as declined when connecting, signing, minting and switching',
  soakUnless(false),
  async ({ page, stack }) => {
    test.setTimeout(300_000)
    const wallet = await rabby(page, stack)
    const dialog = page.getByRole('dialog')
    const alert = dialog.getByRole('alert')
    const throwIn = (method: string, error: unknown) =>
      wallet.setPolicy(method, { throws: toPlain(error) })
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('button', { name: 'Connect Wallet' }).click()
    for (const [title, error] of declinedErrors) {
      throwIn('wallet_requestPermissions', error)
      const again = dialog.getByRole('button', { name: 'Retry' })
      const first = dialog.getByRole('button', { name: /^Rabby/ })
      await again.or(first).first().click()
      await expect(alert, title).toContainText('You declined the request.')
    }
    wallet.setPolicy('wallet_requestPermissions', 'allow')
    for (const [title, error] of declinedErrors) {
      throwIn('personal_sign', error)
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await expect(alert, title).toContainText('You declined to sign.')
    }

    await fund(stack, wallet)
    await page.goto(await newCollection({ ...dropOptions(stack), name: 'No, Never' }))
    await connect(page)
    for (const [title, error] of declinedErrors) {
      throwIn('eth_sendTransaction', error)
      await button(page, 'Mint 1').click()
      await expect(panel(page).getByRole('alert'), title).toHaveText(
        'You closed the request in your wallet. Nothing was sent.',
      )
    }

    const elsewhere = { ...dropOptions(stack), chain_alias: 'local-two' }
    await page.goto(await newCollection({ ...elsewhere, name: 'No, Not There' }))
    for (const [title, error] of declinedErrors) {
      throwIn('wallet_switchEthereumChain', error)
      await button(page, 'Switch to Quay').click()
      await expect(panel(page).getByRole('alert'), title).toContainText(
        'You closed the request in Rabby Wallet.',
      )
    }
    expect(wallet.calls('wallet_addEthereumChain')).toEqual([])
  },
)

/** Copies an error with its own fields, which the bridge to the page would lose. */
function toPlain(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, cause } = error
  return Object.assign({ name, message }, cause && { cause: toPlain(cause) }, error)
}
