import { collectionAbi } from '@platemark/abi/collection'
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import {
  button,
  connect,
  createChainClient,
  dropOptions,
  fund,
  minted,
  overtake,
  panel,
  rabby,
  readContractAddress,
  readMintFee,
  resumeMining,
  stopMining,
} from '../fixtures/mint-panel.ts'
import { inState } from '../fixtures/mint-panel-state.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { test as base, expect } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'

/** Pending mints. The tests stop the second chain, so all of them are in this file. */
const test = base.extend<{ secondChain: ReturnType<typeof createChainClient> }>({
  secondChain: ({ stack }, use) => use(createChainClient(stack, 'local-two')),
})

const price = BigInt(openPhase().price_wei)

test('recovers a pending mint after a reload', async ({ page, stack, secondChain }) => {
  const wallet = await rabby(page, stack, 'local-two')
  const phases = [openPhase()]
  // No other test uses this chain, so none is blocked while it does not mine.
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Slow Water',
    phases,
    chain_alias: 'local-two',
  })
  await page.goto(path)
  await fund(stack, wallet, 'local-two')
  await connect(page)
  await expect(button(page, 'Mint 1')).toBeVisible()

  await stopMining(secondChain)
  try {
    await button(page, 'Mint 1').click()
    await expect(panel(page)).toContainText('Waiting for confirmation')
    await minted(page, '1 of 100 minted')

    await page.reload()
    await expect(panel(page)).toContainText('Minting 1')
    await expect(panel(page)).toContainText('You can close this page')
    await minted(page, '1 of 100 minted')
  } finally {
    await resumeMining(secondChain)
  }
  await expect(panel(page)).toContainText('#1 is yours')
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(1)
})

test('removes the finished mint, not one that another tab sent meanwhile', {
  tag: '@soak',
}, async ({ page, stack, secondChain }) => {
  const wallet = await rabby(page, stack, 'local-two')
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Second Boat',
    chain_alias: 'local-two',
  })
  await fund(stack, wallet, 'local-two')
  await page.goto(path)
  await connect(page)
  await expect(button(page, 'Mint 1')).toBeVisible()
  const sent = panel(page).locator('.mint-steps small').first()
  const other = `0x${'7'.repeat(64)}`
  await stopMining(secondChain)
  try {
    await button(page, 'Mint 1').click()
    await expect(sent).toBeVisible()
    await page.evaluate(keepAnother, other)
  } finally {
    await resumeMining(secondChain)
  }
  await expect(sent).toHaveAttribute('title', other)
  await page.reload()
  await expect(panel(page)).toContainText('Minting 1')
})

/** Replaces the stored mint by one with this hash. Runs in the page. */
function keepAnother(hash: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('platemark')
    opening.onerror = reject
    opening.onsuccess = () => {
      const database = opening.result
      const change = database.transaction('pending mints', 'readwrite')
      change.oncomplete = () => {
        database.close()
        resolve()
      }
      const cursor = change.objectStore('pending mints').openCursor()
      cursor.onsuccess = () => {
        const kept = cursor.result
        if (!kept) return reject(new Error('Nothing is kept.'))
        const later = { nonce: null, walletMinted: 1, sentAt: kept.value.sentAt + 1 }
        kept.update({ ...kept.value, ...later, hash })
      }
    }
  })
}

test('shows a mint that a shared wallet sent under another hash after a reload', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  const path = await newCollection({ ...dropOptions(stack), name: 'Shared Purse' })
  await fund(stack, wallet)
  await page.goto(path)
  await connect(page)
  wallet.setPolicy('eth_sendTransaction', 'proposed')
  await button(page, 'Mint 1').click()
  await expect(panel(page).locator('.mint-steps small').first()).toBeVisible()
  await expect(page.locator('#items')).toContainText('once its mint is confirmed')
  await page.reload()
  await expect(panel(page)).toContainText('Minting 1')
  const to = await readContractAddress(page, path)
  const value = price + (await readMintFee(page, path))
  const [account = null] = wallet.accounts
  await sendTransaction(createChainClient(stack), {
    ...{ account, to, value, data: encodeFunctionData(oneMint) },
  })
  await expect(panel(page)).toContainText('#1 is yours')
})

/** The call that mints one token in the public phase. */
const oneMint = { abi: collectionAbi, functionName: 'mint', args: [1n] } as const

test('shows a mint that came too late, and reverts its count', { tag: '@soak' }, async ({
  page,
  stack,
  secondChain,
}) => {
  const wallet = await rabby(page, stack, 'local-two')
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Last Copy',
    chain_alias: 'local-two',
    max_supply: 1,
  })
  const contract = await readContractAddress(page, path)
  const unit = BigInt(openPhase().price_wei) + (await readMintFee(page, path))
  await fund(stack, wallet, 'local-two')
  await page.goto(path)
  await connect(page)
  await expect(button(page, 'Mint 1')).toBeVisible()

  await stopMining(secondChain)
  try {
    await button(page, 'Mint 1').click()
    await expect(panel(page)).toContainText('Waiting for confirmation')
    await minted(page, '1 of 1 minted')
    await overtake(page, stack, { to: contract, quantity: 1n, unit })
  } finally {
    await resumeMining(secondChain)
  }
  await expect(panel(page).getByRole('alert')).toHaveText(
    'The mint failed on Quay: the last one had just been minted. Only the network fee was spent.',
  )
  await expect(panel(page)).toContainText('The only item is minted')
})

test('a mint sent in one tab shows in the other, which does not send another', {
  tag: '@soak',
}, async ({ page, context, stack, secondChain }) => {
  const accounts = [privateKeyToAccount(generatePrivateKey())]
  const wallet = await installWallet(context, 'io.rabby', {
    name: 'Rabby Wallet',
    rpcUrls: { 31338: stack.rpcUrls['local-two'] },
    accounts,
  })
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Two Windows',
    chain_alias: 'local-two',
  })
  await fund(stack, wallet, 'local-two')
  await page.goto(path)
  await connect(page)
  await expect(button(page, 'Mint 1')).toBeVisible()
  const other = await context.newPage()
  await other.goto(path)
  await expect(button(other, 'Mint 1')).toBeVisible()

  await stopMining(secondChain)
  try {
    wallet.setPolicy('eth_sendTransaction', 'wait')
    await button(page, 'Mint 1').click()
    await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
    await button(other, 'Mint 1').click()
    await expect(panel(other).getByRole('alert')).toHaveText(
      'Rabby Wallet already has a request open. Finish it there.',
    )
    await wallet.answer('eth_sendTransaction', 'allow')
    await expect(panel(page)).toContainText('Waiting for confirmation')
    await expect(panel(other)).toContainText('Waiting for confirmation')
  } finally {
    await resumeMining(secondChain)
  }
  await expect(panel(page)).toContainText('#1 is yours')
  await expect(panel(other)).toContainText('#1 is yours')
  await other.reload()
  await expect(panel(other)).toHaveAttribute('data-state', 'ready')
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(1)
})

test('a mint beyond the remaining supply gets the rest, and a refund', {
  tag: '@soak',
}, async ({ page, stack, secondChain }) => {
  const wallet = await rabby(page, stack, 'local-two')
  const path = await newCollection({
    ...dropOptions(stack),
    name: 'Last Few',
    chain_alias: 'local-two',
    max_supply: 3,
  })
  const contract = await readContractAddress(page, path)
  const unit = price + (await readMintFee(page, path))
  await fund(stack, wallet, 'local-two')
  await page.goto(path)
  await connect(page)
  await panel(page).getByRole('button', { name: 'Max 3' }).click()
  await stopMining(secondChain)
  try {
    await button(page, 'Mint 3').click()
    await expect(panel(page)).toContainText('Waiting for confirmation')
    await overtake(page, stack, { to: contract, quantity: 2n, unit })
  } finally {
    await resumeMining(secondChain)
  }
  await expect(panel(page)).toContainText('#3 is yours')
  await expect(panel(page)).toContainText(
    /Only 1 was left when your mint arrived, so 0\.00\d+\sETH was refunded to your wallet\./,
  )
})

test('a funded wallet: choosing, confirming, waiting, and the new tokens', {
  tag: '@soak',
}, async ({ page, stack, secondChain }) => {
  const wallet = await rabby(page, stack, 'local-two')
  const path = await newCollection({
    ...dropOptions(stack),
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

  await stopMining(secondChain)
  try {
    wallet.setPolicy('eth_sendTransaction', 'wait')
    await button(page, 'Mint 2').click()
    await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
    await inState(page, 'pending_tx', 'pending_tx-wallet')
    await expect(panel(page)).toContainText(
      /Check that your wallet shows [\d.]+\sETH plus the network fee, then confirm/,
    )
    await panel(page).getByText('Wallet did not open?').click()
    await expect(panel(page)).toContainText(
      'Open Rabby Wallet yourself to find the request',
    )
    await wallet.answer('eth_sendTransaction', 'allow')
    wallet.setPolicy('eth_sendTransaction', 'allow')
    await expect(panel(page)).toContainText('Waiting for confirmation')
    await inState(page, 'pending_tx')
    await expect(panel(page).locator('.mint-steps')).toContainText(/\d s$/)
  } finally {
    await resumeMining(secondChain)
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
  await expect(panel(page)).toContainText(/Sold out on \w+\s\d+\s\w+, [\d:]+ \(/)
  await expect(panel(page).getByRole('link', { name: 'See all 3 items' })).toBeVisible()
})
