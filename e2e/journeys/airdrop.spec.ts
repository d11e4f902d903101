import { readFile } from 'node:fs/promises'
import { giftOptions, mergeGifts } from '@platemark/lists/merge-gifts'
import { readList } from '@platemark/lists/read-list'
import { readGiven } from '@platemark/mint/airdrop/find-given'
import type { Rpc } from '@platemark/mint/rpc'
import { finishSlices } from '@platemark/rules/slices'
import type { Page } from '@playwright/test'
import { type Address, getAddress, toHex } from 'viem'
import { violations } from '../fixtures/axe.ts'
import { createChainClient } from '../fixtures/mint-panel.ts'
import { ownCollection } from '../fixtures/own-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

const wallet = (at: number): Address => getAddress(toHex(0xc0ffee0000 + at, { size: 20 }))

const toFile = (name: string, rows: readonly string[]) => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from(['address,quantity', ...rows].join('\n')),
})

const choose = (page: Page, file: ReturnType<typeof toFile>) =>
  page.getByLabel('CSV file of wallets').setInputFiles(file)

/** Reads the file of results back: the gifts, and each row's state. */
async function readResults(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Results as CSV/ }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  const { rows } = finishSlices(readList(text, 'results.csv', giftOptions))
  const states = [...text.matchAll(/"((?:Given|Skipped|Not|On)[^"]*)"/g)]
  return {
    gifts: finishSlices(mergeGifts(rows, 'higher')).gifts.map(
      ({ address, quantity }) => `${address} ${quantity}`,
    ),
    states: states.map(([, state]) => state),
  }
}

/** Lists the gifts that the chain has of a collection, sorted. */
async function listChainGifts(stack: Stack, contract: Address): Promise<string[]> {
  const client = createChainClient(stack, 'local')
  // Safe: the node accepts any method.
  const rpc: Rpc = (method, params) => client.request({ method, params } as never)
  const to = BigInt(String(await rpc('eth_blockNumber', [])))
  const given = await readGiven(rpc, { contract, from: 0n, to })
  return given.map(({ address, quantity }) => `${address} ${quantity}`).sort()
}

async function openAirdrop(page: Page, stack: Stack, max_supply: number) {
  const { creator, contract, path } = await ownCollection(stack, {
    ...{ name: 'Gifts', max_supply },
  })
  const opened = await openAs(page, stack, {
    account: creator,
    path: `${path}?change=airdrop`,
  })
  return { contract, wallet: opened }
}

test('sends tokens to the wallets of a file, names its bad rows, and gives nothing twice', async ({
  page,
  stack,
}) => {
  const { contract } = await openAirdrop(page, stack, 100)
  const wrong = wallet(9).replace('C', 'c')
  const file = toFile('gifts.csv', [
    ...[`${wallet(1)},3`, `${wallet(2)},`, `${wallet(3)},2`, `${wallet(1)},1`],
    ...[`${wrong},1`, `${wallet(4)},0`],
  ])
  await choose(page, file)
  await expect(page.getByText('6 rows read, 2 left out, 1 merged')).toBeVisible()
  await expect(page.getByText('Checksum does not match')).toBeVisible()
  await page.getByRole('button', { name: 'Add up' }).click()
  await expect(page.getByText('7 of 100 left')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send airdrop' }).click()
  await expect(page.getByText('7 items given to 3 wallets')).toBeVisible()
  await expect(page.locator('.sums')).toContainText('7 / 100')
  const expected = [[1, 4] as const, [2, 1] as const, [3, 2] as const].map(
    ([at, quantity]) => `${wallet(at).toLowerCase()} ${quantity}`,
  )
  expect(await listChainGifts(stack, contract)).toEqual(expected.toSorted())
  const results = await readResults(page)
  expect(results).toEqual({ gifts: expected, states: ['Given', 'Given', 'Given'] })

  await choose(page, file)
  await expect(page.getByText('Every wallet in this file has its items.')).toBeVisible()
  await page.getByRole('button', { name: 'Give again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('give again')
  await dialog.getByRole('button', { name: 'Give again' }).click()
  await expect(page.getByRole('button', { name: 'Send airdrop' })).toBeVisible()
})

test('names contracts that take no tokens by their row before anything is sent', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const { contract } = await openAirdrop(page, stack, 100)
  await choose(page, toFile('contracts.csv', [`${wallet(21)},1`, `${contract},2`]))
  const found = page.getByRole('region', { name: 'Contracts among the wallets' })
  await expect(found).toContainText('1 wallet is a contract')
  await expect(found.getByRole('row').nth(1)).toHaveText(/^3.*2No$/)
  expect(await violations(page)).toEqual([])
  await found.getByRole('button', { name: 'Leave out 1' }).click()
  await expect(page.getByText('1 contract gets nothing.')).toBeVisible()
  await page.getByRole('button', { name: 'Send airdrop' }).click()
  await expect(page.getByText('1 item given to 1 wallet')).toBeVisible()
  expect(await listChainGifts(stack, contract)).toEqual([`${wallet(21).toLowerCase()} 1`])
})

test('serves each of 1,000 rows once when the page is closed twice meanwhile', {
  tag: ['@soak', '@airdrop'],
}, async ({ page, stack }) => {
  test.setTimeout(300_000)
  const { contract, wallet: signer } = await openAirdrop(page, stack, 4_000)
  const rows = Array.from({ length: 1_000 }, (_, at) => `${wallet(at)},${1 + (at % 4)}`)
  await choose(page, toFile('thousand.csv', rows))
  const send = page.getByRole('button', { name: /^Send \d+ batches$/ })
  await send.click()
  const made = page.getByRole('progressbar', { name: 'Given' })
  const isPast = async (count: number) =>
    expect
      .poll(() => made.getAttribute('value').then(Number), { timeout: 60_000 })
      .toBeGreaterThan(count)
  await isPast(0)

  // The wallet sends what it was asked after the page is gone.
  signer.setPolicy('eth_sendTransaction', 'wait')
  await expect.poll(() => signer.isAsking('eth_sendTransaction')).toBe(true)
  await page.reload()
  await signer.answer('eth_sendTransaction', 'allow')
  await isPast(200)
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.click()
  await expect.poll(() => signer.isAsking('eth_sendTransaction')).toBe(true)

  // The wallet forgets what it was asked.
  await page.reload()
  signer.dropQuestions()
  signer.setPolicy('eth_sendTransaction', 'allow')
  await expect(
    page.getByText(/^A batch for \d+ wallets may still be sent$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send it again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('SEND AGAIN')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  const done = page.getByText('2,500 items given to 1,000 wallets')
  await expect(done).toBeVisible({ timeout: 120_000 })

  const expected = rows.map((row) => row.toLowerCase().replace(',', ' '))
  expect(await listChainGifts(stack, contract)).toEqual(expected.toSorted())
  const results = await readResults(page)
  expect(results.gifts).toEqual(expected)
  expect(new Set(results.states)).toEqual(new Set(['Given']))
})
