import { readFile } from 'node:fs/promises'
import { collectionAbi } from '@platemark/abi/collection'
import { type Hex, toHex } from 'viem'
import { readContract } from 'viem/actions'
import { violations } from '../fixtures/axe.ts'
import { createChainClient } from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import { ownCollection } from '../fixtures/own-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

/** The lists of a live collection, replaced by its owner. */

const wallet = (at: number) => toHex(0xc0ffee0000 + at, { size: 20 })
const never = 4_294_967_295n

test('replaces a list with its difference, by two transactions that a reload finds again', async ({
  page,
  stack,
}) => {
  const friends = openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends' })
  const { creator, contract, path } = await ownCollection(stack, {
    terms: { phases: [friends, openPhase()], notice_seconds: 3600 },
    lists: [{ phase_id: 0, entries: [1, 2].map((at) => ({ address: wallet(at) })) }],
  })
  await openAs(page, stack, { account: creator, path: `${path}?change=lists` })
  const change = page.getByRole('region', { name: 'Change the allowlists' })
  await change.getByRole('button', { name: 'Change Friends' }).click()
  const download = page.waitForEvent('download')
  await change.getByRole('button', { name: 'Current list as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  // In the order of the tree, which is that of hashes.
  expect(file.split(/\r?\n/).slice(1, 3).sort()).toEqual(
    [1, 2].map((at) => `"${wallet(at)}","",""`),
  )
  await change.getByRole('button', { name: 'Paste' }).click()
  const rows = [`${wallet(2)},4`, `${wallet(3)}`, 'moonrabbit']
  await change.getByLabel('Wallets', { exact: true }).fill(rows.join('\n'))
  await change.getByRole('button', { name: 'Check list' }).click()
  await expect(change).toContainText('1 row left out')
  await expect(change.getByText('0 removed', { exact: true })).toBeVisible()
  await change.getByRole('button', { name: 'Replace', exact: true }).click()
  for (const part of ['1 added', '1 removed', '1 with other terms']) {
    await expect(change.getByText(part, { exact: true })).toBeVisible()
  }
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(change).toContainText('Pasted: 3 rows, kept in this browser')
  await expect(change.getByText('1 with other terms', { exact: true })).toBeVisible()
  await change.getByRole('button', { name: 'Store the new list' }).click()
  const next = change.getByRole('region', { name: 'New list' })
  await expect(next).toBeFocused()
  await page.reload()
  await next.getByRole('button', { name: 'Sign the new list' }).click()
  await expect(change.getByText('Step 1 of 2 done: new list added')).toBeInViewport()
  await expect(next).toHaveCount(0)

  const lists = change.getByRole('region', { name: / list 0x/ })
  await expect(lists).toHaveCount(2)
  const old = change.getByRole('region', { name: /^Old list/ })
  await expect(old).toContainText('Step 2 of 2: remove the old list')
  await expect(old).toContainText('1 wallet that the current list leaves out can still')
  await expect(old).toContainText('It ends 1 hour after its removal')
  await expect(page.getByRole('row', { name: /^Friends Live/ })).toContainText(
    '2 wallets, 1 more on the old list',
  )
  const current = change.getByRole('region', { name: /^Current list/ })
  await current.getByRole('button', { name: 'Remove this list' }).click()
  await current.getByRole('button', { name: 'Keep this list' }).click()
  expect(await violations(page)).toEqual([])
  await old.getByRole('button', { name: 'Remove the old list' }).click()
  await expect(change.getByText('Old list removed')).toBeInViewport()
  await expect(lists.filter({ hasText: 'Removed: ends' })).toBeVisible()

  const answer = await fetch(`${stack.url}/metadata/local/${contract}/contract`)
  const roots: Hex[] = (await answer.json()).lists.map(({ root }: { root: Hex }) => root)
  const windows = await Promise.all(
    roots.map((root) =>
      readContract(createChainClient(stack, 'local'), {
        ...{ address: contract, abi: collectionAbi, functionName: 'listWindow' },
        args: [root],
      }),
    ),
  )
  expect(windows.map(([, until]) => until === never)).toEqual([false, true])
})

test('adds a list phase and changes the terms of one, with what changes before it is signed', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const friends = openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends' })
  const { creator, path } = await ownCollection(stack, {
    terms: { phases: [friends, openPhase()], notice_seconds: 3600 },
    lists: [{ phase_id: 0, entries: [1, 2].map((at) => ({ address: wallet(at) })) }],
  })
  await openAs(page, stack, { account: creator, path: `${path}?change=lists` })
  const change = page.getByRole('region', { name: 'Change the allowlists' })
  const next = change.getByRole('region', { name: 'New list' })
  const sign = async () => {
    await next.getByRole('button', { name: 'Sign the new list' }).click()
    await expect(next).toHaveCount(0)
  }
  const store = change.getByRole('button', { name: 'Store the new list' })

  await change.getByRole('button', { name: 'Add a list phase' }).click()
  await expect(change).toContainText('Read the wallets of the phase first.')
  await change.getByLabel('Name').fill('')
  await expect(change.getByText('Enter a name for the phase.').first()).toBeVisible()
  await change.getByLabel('Name').fill('Family')
  await change.getByRole('button', { name: 'Paste' }).click()
  await change.getByLabel('Wallets', { exact: true }).fill(wallet(3))
  await change.getByRole('button', { name: 'Check list' }).click()
  await store.click()
  await expect(next).toContainText('Family: a new phase with 1 wallet.')
  await sign()

  await change.getByRole('button', { name: 'Change Friends' }).click()
  await expect(store).toHaveAttribute('aria-disabled', 'true')
  await change.getByLabel('Price').fill('0.003')
  await change.getByLabel('Per wallet').fill('many')
  await expect(change.getByText('Enter a whole number.').first()).toBeVisible()
  await change.getByLabel('Per wallet').fill('9')
  await expect(change.getByRole('row', { name: /^Price/ })).toHaveText(
    'Price0.002 ETH0.003 ETH',
  )
  await expect(change).toContainText('For minters the price rises.')
  await expect(change).toContainText('1 hour after its removal')
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(change.getByLabel('Price')).toHaveValue('0.003')
  await store.click()
  await expect(next).toContainText('Friends: other terms, with the current wallets.')
  await sign()

  const lists = change.getByRole('region', { name: / list 0x/ })
  await expect(lists).toHaveCount(3)
  await expect(lists.filter({ hasText: 'can still mint on its terms' })).toHaveCount(1)
  await expect(lists.filter({ hasText: '0.003 ETH, up to 9 each' })).toHaveCount(1)
})
