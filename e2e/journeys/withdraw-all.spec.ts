import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  formatEther,
  type PrivateKeyAccount,
  parseEther,
} from 'viem'
import {
  getBalance,
  getBlock,
  getBlockNumber,
  getTransactionReceipt,
  readContract,
} from 'viem/actions'
import { wrappedToken, wrappedTokenCode } from '../../apps/server/test/wrapped-token.ts'
import { downloadStatement } from '../fixtures/download-statement.ts'
import { makeEarning } from '../fixtures/earning-collection.ts'
import { type createChainClient, fund, sendAs } from '../fixtures/mint-panel.ts'
import { type OwnProgram, startOwnProgram } from '../fixtures/own-program.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'
import type { BridgedWallet } from '../fixtures/wallet-bridge.ts'

/** Withdrawals of everything that a collection and its royalty split owe, in coins and tokens. */

type Client = ReturnType<typeof createChainClient>
type Earning = Awaited<ReturnType<typeof makeEarning>>

const shares: [number, ...number[]] = [4000, 3000, 2000, 1000]
const income = parseEther('0.03')
const royalty = { coins: parseEther('0.05'), tokens: parseEther('0.04') }
const part = (amount: bigint, at: number) => (amount * BigInt(shares[at] ?? 0)) / 10_000n

const card = (page: Page) => page.getByRole('region', { name: 'Harbour', exact: true })
const inCoins = (page: Page) =>
  card(page).getByRole('button', { name: /^Withdraw (anyway|\S+ ETH)/ })

let program: OwnProgram
let stack: Stack

test.describe('withdrawals', { tag: ['@withdraw', '@soak'] }, () => {
  test.setTimeout(300_000)

  test.beforeAll(async () => {
    program = await startOwnProgram({}, { wrapped_token: wrappedToken })
    const [chain] = program.chains
    if (!chain) throw new Error('There is no chain.')
    await chain.call('anvil_setCode', wrappedToken, wrappedTokenCode)
    stack = {
      ...{ url: program.url, folder: '' },
      rpcUrls: { local: chain.url, 'local-two': '' },
    }
  })

  test.afterAll(async () => {
    await program?.stop()
  })

  test('pay every account its part to the wei, as the statement has it', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: stack.url })
    const earning = await makeEarning(await context.newPage(), stack, shares)
    await payRoyaltyInTokens(earning)
    await context.close()
    for (const [at, account] of earning.payees.entries()) {
      const owed = {
        ...{ collection: part(income, at), coins: part(royalty.coins, at) },
        tokens: part(royalty.tokens, at),
      }
      await withdrawAll(browser, earning, { account, owed, isFirst: at === 0 })
    }
    const referral = { collection: (earning.fee * 3n) / 5n, coins: 0n, tokens: 0n }
    const { referrer: account } = earning
    await withdrawAll(browser, earning, { account, owed: referral, isFirst: false })
    for (const token of [undefined, wrappedToken]) {
      expect(await balanceOf(earning.client, earning.split, token)).toBe(0n)
    }
  })
})

type Due = {
  account: PrivateKeyAccount
  owed: { collection: bigint; coins: bigint; tokens: bigint }
  /** Declines, drops and presses twice before. */
  isFirst: boolean
}

async function withdrawAll(
  browser: Browser,
  { client, contract, split }: Earning,
  { account, owed, isFirst }: Due,
): Promise<void> {
  const { address } = account
  await fund(stack, { accounts: [account] })
  const before = await balanceOf(client, address)
  const since = await getBlockNumber(client)
  const context = await browser.newContext({ baseURL: stack.url })
  const page = await context.newPage()
  await page.clock.install()
  const wallet = await openAs(page, stack, { account, path: '/studio/earnings' })
  const coins = owed.collection + owed.coins
  await expect(inCoins(page)).toBeEnabled()
  if (isFirst) {
    await decline(page, wallet)
    await drop(page, wallet)
    expect(await balanceOf(client, address)).toBe(before)
    await inCoins(page).dblclick()
  } else await inCoins(page).click()
  await expect(card(page)).toContainText(`${formatEther(coins)} ETH arrived`)
  if (owed.tokens > 0n) {
    const amount = `${formatEther(owed.tokens)} WETH`
    await card(page)
      .getByRole('button', { name: `Withdraw ${amount}` })
      .click()
    await expect(card(page)).toContainText(`${amount} arrived`)
  }

  const spent = await readSpent(client, address, since)
  expect(spent.count).toBe(owed.tokens > 0n ? 2 : 1)
  expect(await balanceOf(client, address)).toBe(before + coins - spent.fees)
  expect(await balanceOf(client, address, wrappedToken)).toBe(owed.tokens)
  // Collections and splits share this function.
  const call = { abi: royaltySplitAbi, functionName: 'owed', args: [address] } as const
  for (const from of [contract, split]) {
    expect(await readContract(client, { ...call, address: from })).toBe(0n)
  }

  // The part of a split is found by a job, perhaps already.
  const payment = page
    .getByRole('row')
    .filter({ hasText: 'Harbour Quiet Shore', hasNotText: 'WETH' })
  const amounts = [owed.collection, coins].map((wei) => `${formatEther(wei)} ETH`)
  await expect(payment).toContainText(
    new RegExp(
      amounts.map((text) => text.replace('.', '\\.').replace(' ', '\\s')).join('|'),
    ),
  )
  await page.reload()
  // Those of splits are found by a job, some time after they were made.
  const statement = page.getByRole('region', { name: 'Statement' })
  await statement.getByRole('checkbox', { name: 'Royalties of splits' }).uncheck()
  const lines = await downloadStatement(page, '2 lines')
  expect(lines.map(({ kind, wei }) => [kind, wei])).toEqual([
    [owed.tokens > 0n ? 'mint' : 'referral', String(owed.collection)],
    ['withdrawal', String(owed.collection)],
  ])
  await context.close()
}

async function decline(page: Page, wallet: BridgedWallet): Promise<void> {
  wallet.setPolicy('eth_sendTransaction', 'reject')
  await inCoins(page).click()
  await expect(card(page)).toContainText('You declined in the wallet')
  wallet.setPolicy('eth_sendTransaction', 'allow')
}

/** Sends a withdrawal that the chain drops before it is in a block. */
async function drop(page: Page, wallet: BridgedWallet): Promise<void> {
  const [chain] = program.chains
  if (!chain) throw new Error('There is no chain.')
  await chain.call('evm_setIntervalMining', 0)
  await inCoins(page).click()
  await expect(card(page)).toContainText('Waiting for a block')
  await chain.call('anvil_removePoolTransactions', wallet.address())
  await chain.call('evm_setIntervalMining', 1)
  await passTime(page, () =>
    expect(card(page)).toContainText('Harbour dropped the transaction', shortly),
  )
}

/** Wraps coins and sends them to the split, as markets pay royalties. */
async function payRoyaltyInTokens({ buyer, split }: Earning): Promise<void> {
  const to = wrappedToken
  await sendAs(stack, buyer, { to, value: royalty.tokens }, 'local')
  const transfer = { abi: erc20Abi, functionName: 'transfer' } as const
  const data = encodeFunctionData({ ...transfer, args: [split, royalty.tokens] })
  await sendAs(stack, buyer, { to, data, value: 0n }, 'local')
}

function balanceOf(client: Client, address: Address, token?: Address): Promise<bigint> {
  if (!token) return getBalance(client, { address })
  const call = { abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
  return readContract(client, { address: token, ...call })
}

/** Counts the transactions of an account after a block, and sums their network fees in wei. */
async function readSpent(client: Client, account: Address, since: bigint) {
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const spent = { count: 0, fees: 0n }
  for (let at = since + 1n; at <= head; at += 1n) {
    const block = await getBlock(client, { blockNumber: at, includeTransactions: true })
    for (const { from, hash } of block.transactions) {
      if (from !== account.toLowerCase()) continue
      const { gasUsed, effectiveGasPrice } = await getTransactionReceipt(client, { hash })
      spent.count += 1
      spent.fees += gasUsed * effectiveGasPrice
    }
  }
  return spent
}
