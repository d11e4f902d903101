import { toHex } from 'viem'
import {
  createChainClient,
  fund,
  resumeMining,
  stopMining,
} from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import { ownCollection } from '../fixtures/own-collection.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, test } from '../fixtures/stack.ts'

const wallet = (at: number) => toHex(0xc0ffee0000 + at, { size: 20 })

test('a list stays in force while the transactions that replace it are dropped, and the new one is kept', {
  tag: ['@changes', '@soak'],
}, async ({ page, stack }) => {
  test.setTimeout(180_000)
  const { creator, path } = await ownCollection(stack, {
    network: 'local-two',
    terms: {
      phases: [openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends' })],
      notice_seconds: 3600,
    },
    lists: [{ phase_id: 0, entries: [1, 2].map((at) => ({ address: wallet(at) })) }],
  })
  await fund(stack, { accounts: [creator] }, 'local-two')
  await page.clock.install()
  await openWithSession(
    page,
    { url: stack.url, path: `${path}?change=lists` },
    { rpcUrls: { 31338: stack.rpcUrls['local-two'] }, accounts: [creator] },
  )
  const chain = createChainClient(stack, 'local-two')
  const change = page.getByRole('region', { name: 'Change the allowlists' })
  const press = (name: string) => change.getByRole('button', { name }).click()
  const lists = change.getByRole('region', { name: / list 0x/ })
  const inForce = lists.filter({ hasText: 'In force' })

  /** Sends a transaction and drops it after the page has read its nonce. */
  async function drop(name: string): Promise<void> {
    await stopMining(chain)
    await press(name)
    await expect(change).toContainText(/Waiting for a block, [2-9] s/)
    const params = [creator.address]
    await chain.request({ method: 'anvil_removePoolTransactions', params } as never)
    await resumeMining(chain)
    await passTime(page, () =>
      expect(change).toContainText('Quay dropped the transaction', shortly),
    )
  }

  await press('Change Friends')
  await press('Paste')
  await press('Replace')
  await change.getByLabel('Wallets', { exact: true }).fill(`${wallet(2)},4`)
  await press('Check list')
  await press('Store the new list')
  const next = change.getByRole('region', { name: 'New list' })
  await drop('Sign the new list')
  await expect(inForce).toHaveCount(1)
  await page.reload()
  await expect(next).toContainText('1 removed')
  await press('Sign the new list')
  await expect(change.getByText('Step 1 of 2 done: new list added')).toBeVisible()
  await expect(next).toHaveCount(0)

  await expect(inForce).toHaveCount(2)
  await drop('Remove the old list')
  await expect(inForce).toHaveCount(2)
  await press('Try again')
  await expect(lists.filter({ hasText: 'Removed: ends' })).toBeVisible()
  await expect(inForce).toHaveCount(1)
})
