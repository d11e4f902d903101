import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { violations } from '../fixtures/axe.ts'
import { expect, test } from '../fixtures/stack.ts'
import { openAs, openOther } from '../fixtures/two-browsers.ts'

const newAccount = () => privateKeyToAccount(generatePrivateKey())

test('a co-editor is named, changes the texts of a draft, and is removed', {
  tag: '@soak',
}, async ({ page, browser, stack, faults }) => {
  faults.allow(/404|422/)
  const [creator, editor] = [newAccount(), newAccount()]
  await makeDraft(await signIn(stack.url, creator), {
    fields: { chain_alias: 'local', kind: 'drop', name: 'Paper Moons', max_supply: 12 },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
  await openAs(page, stack, { account: creator, path: '/studio' })
  await page.getByRole('button', { name: 'More for Paper Moons' }).click()
  await page.getByRole('menuitem', { name: 'Co-editors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Co-editors of Paper Moons' })
  await dialog.getByLabel('Wallet to add').fill(creator.address)
  await dialog.getByRole('button', { name: 'Add co-editor' }).click()
  await expect(dialog.getByText('This is your own wallet')).toBeVisible()
  await dialog.getByLabel('Wallet to add').fill(editor.address)
  await dialog.getByRole('button', { name: 'Add co-editor' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  expect(await violations(page)).toEqual([])

  const other = await openOther(browser, stack, { account: editor, path: '/studio' })
  await expect(other.getByText(/^You edit for 0x/)).toBeVisible()
  await other.getByRole('link', { name: 'Continue Paper Moons' }).click()
  await other.getByLabel('Name', { exact: true }).fill('Paper Suns')
  await expect(other.getByText(/^Draft saved/)).toBeVisible()
  expect(await violations(other)).toEqual([])

  await dialog.getByRole('button', { name: /^Remove/ }).click()
  await expect(dialog.getByText('You edit alone.')).toBeVisible()
  await other.goto('/studio')
  await expect(other.getByText('Nothing on the press yet')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Paper Suns', exact: true })).toBeVisible()
})
