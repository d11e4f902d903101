import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { violations } from '../fixtures/axe.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'

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
  await makeDraft(await signIn(stack.url, creator), {
    fields: { chain_alias: 'local', kind: 'drop', name: 'Paper Moons', max_supply: 1200 },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
  const rpcUrls = { 31337: stack.rpcUrls.local }
  await openWithSession(
    page,
    { url: stack.url, path: '/studio' },
    { rpcUrls, accounts: [creator] },
  )
  return { name: String(data.name), path: minted.path }
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
  const { name } = await openStudio(page, stack)
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
  await remove.click()
  await expect(row(page, 'Paper Moons')).toHaveCount(0)
  await expect(row(page, name)).toBeVisible()
})
