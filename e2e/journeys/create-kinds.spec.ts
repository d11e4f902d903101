import type { Page } from '@playwright/test'
import { type Address, parseEther } from 'viem'
import { moveChainTo, readOverview } from '../fixtures/deployed-collection.ts'
import { isFull } from '../fixtures/extent.ts'
import { button, connect, panel, rabby } from '../fixtures/mint-panel.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { stillClock } from '../fixtures/still-clock.ts'
import {
  checkContract,
  checkTokens,
  checkTokenView,
  revealTokens,
} from './create-checks.ts'
import { type Made, makeCollection, makeCollectors, network } from './create-made.ts'
import { plans } from './create-plans.ts'

/**
 * Each kind of collection, made in the wizard by keyboard alone, deployed, and minted by two
 * listed wallets at their prices and by one that is on no list. `npm test` runs one of them,
 * without the public phase: it starts once the clock of the chain is moved, which others use.
 */

/** The first row of the table that runs. */
const from = Number(process.env.PLATEMARK_FROM ?? '1')

for (const [at, plan] of plans.entries()) {
  if (at + 1 < from) continue
  const name = `${plan.title} is made by keyboard, deployed once, and minted by its lists`
  const tag = plan.isInTest ? ['@create-kinds'] : ['@create-kinds', '@soak']
  test(`${at + 1}: ${name}`, { tag }, async ({ page, browser, stack }, testInfo) => {
    test.setTimeout(240_000)
    const collectors = await makeCollectors(stack)
    const made = await makeCollection(page, stack, {
      ...{ plan, at, collectors, folder: (name) => testInfo.outputPath(name) },
    })
    await checkContract(stack, made)
    const context = await browser.newContext({ baseURL: stack.url })
    const visit = await context.newPage()
    await mintFromEachPhase(visit, stack, made)
    if (made.revealFile) await revealTokens(stack, made, made.revealFile)
    await checkTokens(stack, made)
    await checkTokenView(visit, made)
    await context.close()
  })
}

/** Mints with each wallet at its price; the one on no list is refused until it can. */
async function mintFromEachPhase(page: Page, stack: Stack, made: Made): Promise<void> {
  const { plan, amounts, label, publicAt, path, address, collectors } = made
  const { mintFee } = await readOverview(stack, network, address)
  const wallet = await rabby(page, stack, network, Object.values(collectors))
  const visit = async () => {
    await page.goto(path)
    await connect(page)
  }
  const visitAsNext = async () => {
    await wallet.switchAccount()
    await visit()
  }
  const mint = async (id: number, price: string) => {
    const done = plan.sale.kind === 'Edition' ? `1 ${label}` : `#${id}`
    await button(page, 'Mint 1').click()
    await expect(panel(page)).toContainText(`${done} is yours`)
    const [sent] = wallet.calls('eth_sendTransaction').at(-1) ?? []
    // Safe: the provider's requests are those of EIP-1193.
    const { to, value } = sent as { to: Address; value: string }
    expect(to.toLowerCase()).toBe(address.toLowerCase())
    expect(BigInt(value)).toBe(parseEther(price) + mintFee)
  }
  await visit()
  await mint(1, amounts.friends)
  await visitAsNext()
  await mint(2, amounts.guests)
  await visitAsNext()
  // Of two open lists the cheaper one is named.
  const isFriends = Number(amounts.friends) <= Number(amounts.guests)
  const list = isFriends ? 'Friends' : 'Guests'
  await expect(panel(page)).toContainText(`Not on the ${list} list`)
  await expect(panel(page)).toContainText('is not on it, but Public is open to you:')
  await expect(button(page, /^Mint/)).toHaveCount(0)
  if (!isFull) return
  await moveChainTo(stack, network, publicAt)
  const moveTo = await stillClock(page)
  await moveTo(publicAt + 1)
  await page.reload()
  await mint(3, amounts.everyone)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
