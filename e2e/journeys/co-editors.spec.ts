import { addEditor } from '@platemark/api/ownership'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { violations } from '../fixtures/axe.ts'
import { ownCollection } from '../fixtures/own-collection.ts'
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
  await expect(dialog.getByText('No co-editors yet.')).toBeVisible()
  await other.goto('/studio')
  await expect(other.getByText('Nothing on the press yet')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Paper Suns', exact: true })).toBeVisible()
})

test('a co-editor changes the page of a collection, and none of its settings', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/404/)
  const { creator, contract, path } = await ownCollection(stack)
  const editor = newAccount()
  const api = await signIn(stack.url, creator)
  const contract_id = path.slice('/studio/'.length)
  await api.call(addEditor, {
    params: { contract_id },
    body: { address: editor.address },
  })

  await openAs(page, stack, { account: editor, path: '/studio' })
  await page.getByRole('link', { name: /^Edit page/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Quiet Shore')
  await expect(page.getByLabel('Page address')).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
  await page.getByLabel('Description').fill('One thousand views of a shoreline.')
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(page.getByText('Page saved.')).toBeVisible()
  const answer = await fetch(`${stack.url}/api/contract/local/${contract}`)
  const { data } = await answer.json()
  expect(data.description).toBe('One thousand views of a shoreline.')
})
