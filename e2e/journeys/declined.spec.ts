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

test('a declined request is shown as declined and asked once, whatever the wallet sends', async ({
  page,
  stack,
}) => {
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
    'You closed the request in your wallet; nothing was sent.',
  )
  wallet.setPolicy('eth_sendTransaction', {
    throws: { code: -32603, message: 'No key.' },
  })
  await button(page, 'Mint 1').click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'Rabby Wallet could not send it: No key.',
  )
})
