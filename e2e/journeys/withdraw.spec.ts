import type { Page } from '@playwright/test'
import { type Address, isAddressEqual, type PrivateKeyAccount, parseEther } from 'viem'
import { getBalance, getBlock, getTransactionReceipt } from 'viem/actions'
import { violations } from '../fixtures/axe.ts'
import { makeEarning } from '../fixtures/earning-collection.ts'
import { holdRequests } from '../fixtures/intercept.ts'
import { type createChainClient, fund } from '../fixtures/mint-panel.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

async function openEarnings(page: Page, stack: Stack, account: PrivateKeyAccount) {
  await fund(stack, { accounts: [account] })
  return openAs(page, stack, { account, path: '/studio/earnings' })
}

const card = (page: Page) => page.getByRole('region', { name: 'Harbour', exact: true })

/** Returns the network fee of the newest transaction of an account, in wei. */
async function readFee(
  client: ReturnType<typeof createChainClient>,
  { address }: { address: Address },
): Promise<bigint> {
  let block = await getBlock(client, { includeTransactions: true })
  for (;;) {
    const [sent] = block.transactions.filter(({ from }) => isAddressEqual(from, address))
    if (sent) {
      const { gasUsed, effectiveGasPrice } = await getTransactionReceipt(client, sent)
      return gasUsed * effectiveGasPrice
    }
    // Other journeys may mine blocks of their own meanwhile.
    block = await getBlock(client, {
      includeTransactions: true,
      blockHash: block.parentHash,
    })
  }
}

test('a creator withdraws all of it with one transaction, to the wei', async ({
  page,
  stack,
}) => {
  const { payees, client } = await makeEarning(page, stack)
  const [creator] = payees
  if (!creator) throw new Error('The collection has no payees.')
  const balance = ({ address }: { address: Address }) => getBalance(client, { address })

  const wallet = await openEarnings(page, stack, creator)
  await expect(card(page)).toContainText('80% of its income is yours')
  await expect(card(page)).toContainText('Royalties of Quiet Shore')
  await expect(card(page)).toContainText('The network fee')
  expect(await violations(page)).toEqual([])
  const withdraw = card(page).getByRole('button', { name: /^Withdraw/ })
  wallet.setPolicy('eth_sendTransaction', 'reject')
  await withdraw.click()
  await expect(card(page)).toContainText('You declined in the wallet')
  // Pressed twice, and left while the wallet is asked.
  wallet.setPolicy('eth_sendTransaction', 'wait')
  const before = await balance(creator)
  await withdraw.dblclick()
  await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
  await page.reload()
  await expect(card(page)).toContainText('Your wallet has not answered')
  const earnings = await holdRequests(page, /\/earnings$/)
  await wallet.answer('eth_sendTransaction', 'allow')
  await expect(card(page)).toContainText('0.064 ETH arrived')
  await expect(withdraw).toBeHidden()
  earnings.release()
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(2)
  const earned = parseEther('0.064')
  expect(await balance(creator)).toBe(before + earned - (await readFee(client, creator)))
  const payment = page.getByRole('row').filter({ hasText: 'Harbour Quiet Shore' })
  await expect(payment).toContainText('0.024 ETH')
  await expect(payment).toContainText('$72.00')
  await expect(payment).toContainText('You')
})
