import type { Page } from '@playwright/test'
import { readOverview } from '../fixtures/deployed-collection.ts'
import { ownCollection } from '../fixtures/own-collection.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'

/** A change that is open in two tabs, with a wallet on another network, and without nodes. */

const form = (page: Page) =>
  page.getByRole('region', { name: 'Change the royalty', exact: true })
const sign = (page: Page) => form(page).getByRole('button', { name: 'Sign', exact: true })
const percent = (page: Page) => form(page).getByLabel('Royalty', { exact: true })

/** Opens the change of the royalty of a new collection; the wallet knows both networks. */
async function openRoyalty(page: Page, stack: Stack) {
  const terms = { royalty_bps: 500, royalty_ceiling_bps: 1000 }
  const { creator, contract, path } = await ownCollection(stack, { terms })
  const place = `${path}?change=royalty`
  const options = { ...bothNetworks(stack), accounts: [creator] }
  const wallet = await openWithSession(page, { url: stack.url, path: place }, options)
  return {
    wallet,
    royaltyBps: async () => (await readOverview(stack, 'local', contract)).royaltyBps,
    /** Opens it in another tab of the browser. */
    async openAgain() {
      const other = await page.context().newPage()
      const bridged = await installWallet(other, 'io.metamask', {
        ...{ ...options, isShared: true },
      })
      await other.goto(place)
      return { other, bridged }
    },
  }
}

test('one change in two tabs is one transaction on its own network, which both show', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const { wallet, openAgain, royaltyBps } = await openRoyalty(page, stack)
  await percent(page).fill('11')
  await expect(form(page)).toContainText('At most 10%.')
  await expect(sign(page)).toBeDisabled()
  await percent(page).fill('4')
  await wallet.switchChain(31_338)
  await expect(form(page)).toContainText('is on another network')
  const toHarbour = { name: 'Switch to Harbour', exact: true }
  await form(page).getByRole('button', toHarbour).click()
  await page.getByRole('dialog').getByRole('button', toHarbour).click()
  await expect(sign(page)).toBeEnabled()
  const { other, bridged } = await openAgain()
  await expect(percent(other)).toHaveValue('4')
  wallet.setPolicy('eth_sendTransaction', 'wait')
  await sign(page).click()
  await expect(form(other)).toContainText('Your wallet has not answered')
  await sign(other).click()
  await expect(form(other)).toContainText('Another tab is sending this')
  await wallet.answer('eth_sendTransaction', 'reject')
  await expect(form(page)).toContainText('You declined in the wallet')
  await expect(form(other)).not.toContainText('Another tab is sending this')
  await expect(percent(other)).toHaveValue('4')

  await sign(page).click()
  await wallet.answer('eth_sendTransaction', 'allow')
  for (const tab of [page, other]) {
    await expect(form(tab)).toContainText('Royalty is now 4%')
    await expect(sign(tab)).toBeDisabled()
  }
  expect(await royaltyBps()).toBe(400n)
  expect(bridged.calls('eth_sendTransaction')).toEqual([])
})

test('a change is not sent while its nodes are silent, and is followed once they respond', {
  tag: ['@changes', '@soak'],
}, async ({ page, stack, faults }) => {
  faults.allow(/ERR_FAILED .*\/rpc\/local/)
  const { wallet, royaltyBps } = await openRoyalty(page, stack)
  await percent(page).fill('4')
  await page.route('**/rpc/local', (route) => route.abort())
  await sign(page).click()
  await expect(form(page)).toContainText('Harbour did not answer. Nothing was sent.')
  expect(wallet.calls('eth_sendTransaction')).toEqual([])
  await expect(percent(page)).toHaveValue('4')

  await page.unroute('**/rpc/local')
  await page.route('**/rpc/local', (route) => {
    const isSearch = /eth_getTransaction(Receipt|ByHash)/.test(
      route.request().postData() ?? '',
    )
    return isSearch ? route.abort() : route.fallback()
  })
  await form(page).getByRole('button', { name: 'Try again' }).click()
  await expect(form(page)).toContainText(
    'Harbour is not responding. Your transaction was sent',
  )
  await page.unroute('**/rpc/local')
  await expect(form(page)).toContainText('Royalty is now 4%')
  expect(await royaltyBps()).toBe(400n)
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(1)
})
