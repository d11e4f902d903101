import { violations } from '../fixtures/axe.ts'
import { publishBattle } from '../fixtures/guild-battle.ts'
import { createChainClient } from '../fixtures/mint-panel.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { fromNow } from '../fixtures/new-collection.ts'
import { test as base, expect, hydrated } from '../fixtures/stack.ts'
import { openStack, type Stack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

/** Time from the import of the battle to its end, which includes joining and a mint. */
const SECONDS = 120

// Other tests move the clock of their chain, past the deadline of a voucher.
const test = base.extend<object, { own: Stack }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function names.
    async ({}, use) => {
      const { stack, close } = await openStack(['--empty'])
      await use(stack)
      await close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  stack: async ({ own }, use) => use(own),
})

test('a guild battle is driven from joining to the badge of the winning guild', {
  tag: '@soak',
}, async ({ page, stack }) => {
  test.setTimeout(400_000)
  const minted = await mintedCollection(stack, { name: 'Quiet Shore Guild' }, 1)
  const ends_at = fromNow(SECONDS)
  const path = await publishBattle(stack, 'quiet-shore-battle', { ends_at })
  await openAs(page, stack, { account: minted.owner, path })
  await hydrated(page)
  await page.getByRole('radio', { name: /Burin/ }).check()
  await page.getByRole('button', { name: /^Join / }).click()
  const joining = page.getByRole('dialog', { name: /^Join / })
  await joining.getByRole('button', { name: /^Join / }).click()
  await expect(page.getByRole('heading', { name: 'You are in Burin' })).toBeVisible()
  await minted.mint(1)
  const result = page.getByRole('region', { name: /wins season/ })
  const claim = result.getByRole('button', { name: 'Claim Winning guild' })
  await expect(async () => {
    // A network without transactions has no block past the end.
    await createChainClient(stack).request({ method: 'evm_mine', params: [] } as never)
    await page.reload()
    await expect(claim).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 300_000 })
  await expect(page.getByRole('link', { name: /result\.csv/ })).toBeVisible()
  await hydrated(page)
  await result.getByRole('button', { name: 'How to check it yourself' }).click()
  const steps = page.getByRole('dialog', { name: 'Check the result yourself' })
  await expect(steps).toContainText('campaign verify')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await claim.click()
  const dialog = page.getByRole('dialog', { name: 'Claim Winning guild' })
  await dialog.getByRole('button', { name: 'Mint the badge' }).click()
  await expect(dialog).toContainText('Winning guild is yours')
})
