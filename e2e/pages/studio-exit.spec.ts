import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openBundle } from '../../apps/server/src/areas/studio/exit/read-bundle.ts'
import { violations } from '../fixtures/axe.ts'
import { mintedCollection } from '../fixtures/minted-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

test('an owner writes the exit bundle of a collection and loads it', async ({
  page,
  stack,
}) => {
  const creatorKey = generatePrivateKey()
  const creator = privateKeyToAccount(creatorKey)
  const minted = await mintedCollection(
    stack,
    { name: 'Quiet Shore Exit', creatorKey },
    2,
  )
  await minted.isRead(2)
  await openAs(page, stack, { account: creator, path: '/studio' })
  await page.getByRole('link', { name: /^Open Quiet Shore Exit/ }).click()
  const panel = page.getByRole('region', { name: 'Take everything with you' })
  await panel.getByRole('button', { name: 'Make the bundle' }).press('Enter')
  const link = panel.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  await expect(panel).not.toContainText('Reveal file')
  expect(await violations(page)).toEqual([])

  const download = page.waitForEvent('download')
  await link.click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^quiet-shore-exit-[0-9a-f]{6}-exit\.zip$/)
  const bundle = await openBundle(await saved.path())
  expect(bundle.manifest.name).toMatch(/^Quiet Shore Exit /)
  expect(String(await bundle.read('holders.csv'))).toContain(minted.owner.address)
  bundle.close()

  // A later visit finds it again.
  await page.reload()
  await expect(link).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Make a new bundle' })).toBeVisible()
})
