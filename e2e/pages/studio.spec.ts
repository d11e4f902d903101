import type { Page } from '@playwright/test'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { violations } from '../fixtures/axe.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Opens the studio of a new creator with a minted collection and a draft. */
async function openStudio(page: Page, stack: Stack) {
  const creatorKey = generatePrivateKey()
  const creator = privateKeyToAccount(creatorKey)
  const minted = await mintedCollection(stack, { name: 'Quiet Shore', creatorKey }, 3)
  const { data } = await (
    await fetch(`${stack.url}/api/contract${minted.path.slice('/collection'.length)}`)
  ).json()
  await startDraft(stack, creator, 'Paper Moons')
  await openAs(page, stack, { account: creator, path: '/studio' })
  return { name: String(data.name), path: minted.path }
}

async function startDraft({ url }: Stack, creator: PrivateKeyAccount, name: string) {
  await makeDraft(await signIn(url, creator), {
    fields: { chain_alias: 'local', kind: 'drop', name, max_supply: 1200 },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
}

test('lists drafts and collections, finds them, and hides one from the launchpad', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/ERR_FAILED .*\/hide$/)
  const { name, path } = await openStudio(page, stack)
  await expect(row(page, name)).toContainText('Live')
  await expect(row(page, name)).toContainText('3 / 100')
  await expect(row(page, name)).toContainText('0.00015 ETH')
  await expect(row(page, 'Paper Moons')).toContainText('1,200 planned')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'In progress 1' }).click()
  await expect(row(page, name)).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'Paper Moons')).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search your collections' }).fill('sun')
  await page.getByRole('button', { name: 'Show all' }).click()

  const visible = page.getByRole('switch', { name: `${name} on the launchpad` })
  await page.route('**/hide', (route) => route.abort(), { times: 1 })
  await visible.click()
  await expect(row(page, name)).toContainText('Still shown')
  await expect(visible).toBeChecked()
  await visible.click()
  await expect(visible).not.toBeChecked()
  await expect
    .poll(async () => {
      const found = await fetch(`${stack.url}/api/contract/list?search=${name}`)
      return (await found.json()).data.length
    })
    .toBe(0)
  await row(page, name)
    .getByRole('link', { name: `Open ${name}` })
    .click()
  await page.getByRole('link', { name: 'View page' }).click()
  await expect(page).toHaveURL(path)
})

test('deletes a draft only after its name was typed, and opens the menu by keyboard', async ({
  page,
  stack,
}) => {
  const creator = privateKeyToAccount(generatePrivateKey())
  for (const name of ['Paper Moons', 'Paper Tides'])
    await startDraft(stack, creator, name)
  await openAs(page, stack, { account: creator, path: '/studio' })
  await row(page, 'Paper Moons')
    .getByRole('button', { name: 'More for Paper Moons' })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Delete the draft' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Paper Moons?' })
  expect(await violations(page)).toEqual([])
  const remove = dialog.getByRole('button', { name: 'Delete draft' })
  await expect(remove).toBeDisabled()
  await dialog.getByLabel('Type the name to confirm').fill('paper moons')
  await expect(remove).toBeDisabled()
  await dialog.getByLabel('Type the name to confirm').fill('Paper Moons')
  await expect(remove).toBeEnabled()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await remove.click()
  await expect(row(page, 'Paper Moons')).toHaveCount(0)
  await expect(row(page, 'Paper Tides')).toBeVisible()

  // Its art is there by a drawn plate, so it goes on where it has no name.
  await startDraft(stack, creator, '')
  await page.reload()
  const unnamed = 'Untitled collection'
  await row(page, unnamed)
    .getByRole('link', { name: `Continue ${unnamed}` })
    .click()
  await expect(page).toHaveURL(/&step=details$/)
  await page.goBack()
  await row(page, unnamed)
    .getByRole('button', { name: `More for ${unnamed}` })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Delete the draft' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(row(page, unnamed)).toHaveCount(0)
})
