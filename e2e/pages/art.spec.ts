import { violations } from '../fixtures/axe.ts'
import { toEnd } from '../fixtures/collection-sections.ts'
import { readOverview, sendReveal } from '../fixtures/deployed-collection.ts'
import { hiddenSet } from '../fixtures/hidden-set.ts'
import { ownCollection } from '../fixtures/own-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

test('a collection says where its art lives before and after its reveal, and on IPFS', async ({
  page,
  stack,
}) => {
  // It reveals and moves the metadata, three transactions of the studio.
  test.setTimeout(120_000)
  const { creator, contract, path, file } = await hiddenSet(stack)
  const url = `/collection/local/${contract}`
  const part = page.getByRole('region', { name: 'Where the art is stored' })
  const open = async () => {
    await page.goto(url)
    await hydrated(page)
    await toEnd(page)
    await part.scrollIntoViewIfNeeded()
  }
  await open()
  await expect(part).toContainText('Hidden until the reveal.')
  await expect(part).toContainText('The order of the works was fixed by 0x')
  await expect(part.getByRole('button', { name: /^Compute/ })).toHaveCount(0)

  await sendReveal(stack, 'local', { address: contract, account: creator, file })
  const art = `${stack.url}/api/contract/local/${contract}/art`
  const state = async () => (await (await fetch(art)).json()).data.state
  await expect.poll(state).toBe('shown')
  await open()
  await expect(part).toContainText('3 works, each named by the hash of its bytes.')
  const fixed = /Revealed, and fixed by hash 0x\w{4}…\w{4}\./
  await expect(part).toContainText(fixed)
  await expect(page.locator('.commit')).toContainText(fixed)
  await part.getByRole('button', { name: 'Compute the IPFS address' }).press('Enter')
  await expect(part).toContainText('the same as in the contract.')
  await expect(part).toContainText('Available as one file once all items are minted')
  expect(await violations(page)).toEqual([])

  await openAs(page, stack, { account: creator, path: `${path}?change=move` })
  const move = page.getByRole('region', {
    name: 'Move art and metadata to IPFS or back',
    exact: true,
  })
  const send = move.getByRole('button', { name: 'Move to IPFS' })
  await expect(send).toBeDisabled()
  await move.getByRole('button', { name: 'Check the new address' }).press('Enter')
  await expect(move.locator('.move-tokens img')).toHaveCount(3)
  await expect(move).toContainText('works of items that are not minted yet')
  await move.getByRole('checkbox').check()
  expect(await violations(page)).toEqual([])
  await send.press('Enter')
  await expect(move).toContainText('Moved to IPFS')
  await move.getByRole('button', { name: 'Keep it on this site' }).click()
  await expect(move).toContainText('Description kept here')
  const { baseUri, contractUri } = await readOverview(stack, 'local', contract)
  expect(baseUri).toMatch(/^ipfs:\/\/bafy\w+\/metadata\/$/)
  expect(contractUri).toBe(
    `${stack.url}/metadata/local/${contract.toLowerCase()}/contract`,
  )
  await open()
  await expect(part).toContainText('On IPFS: anyone can keep a copy')
  await expect(part).toContainText('The contract has the same address.')
})

test('one picture of all items is computed and loaded, and a drawn one has no file', async ({
  page,
  stack,
}) => {
  const { contract } = await ownCollection(stack, { name: 'Quiet Shore Drawn' })
  await page.goto(`/collection/local/${contract}`)
  await hydrated(page)
  await toEnd(page)
  const part = page.getByRole('region', { name: 'Where the art is stored' })
  await expect(part).toContainText('There is no file.')
  await expect(part).toContainText('Not frozen')
  await expect(part.getByRole('button', { name: /^Compute/ })).toHaveCount(0)
})
