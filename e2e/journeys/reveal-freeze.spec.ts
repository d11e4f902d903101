import { violations } from '../fixtures/axe.ts'
import { readOverview } from '../fixtures/deployed-collection.ts'
import { hiddenSet } from '../fixtures/hidden-set.ts'
import { expect, test } from '../fixtures/stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

test('a hidden set is revealed with its file or its wallet, and frozen once it was looked at', {
  tag: ['@changes', '@soak'],
}, async ({ page, stack, faults }) => {
  faults.allow(/ERR_FAILED/)
  const { creator, contract, path, file } = await hiddenSet(stack)
  const wallet = await openAs(page, stack, {
    account: creator,
    path: `/collection/local/${contract}/edit`,
  })
  await expect(page.getByText('Placeholder, not revealed')).toBeVisible()
  await page.getByRole('link', { name: 'Reveal art and metadata' }).click()
  await expect(page).toHaveURL(`${path}?change=reveal`)
  const reveal = page.getByRole('region', { name: 'Reveal', exact: true })
  const send = reveal.getByRole('button', { name: 'Reveal', exact: true })
  const choose = (content: string) =>
    reveal.getByLabel('Reveal file').setInputFiles({
      ...{ name: 'reveal.json', mimeType: 'application/json' },
      buffer: Buffer.from(content),
    })
  const { secret, manifest_hash } = JSON.parse(file)
  const other = secret.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0'))
  await choose(file.replace(secret, other))
  await expect(reveal.getByRole('alert')).toContainText('The reveal file was changed')
  await expect(send).toBeDisabled()
  await choose(file)
  await expect(reveal).toContainText('The file fits')
  const derive = reveal.getByRole('button', { name: 'Derive it with my wallet' })
  wallet.setPolicy('eth_signTypedData_v4', 'reject')
  await derive.click()
  await expect(reveal.getByRole('alert')).toHaveText(
    'You declined the signature. Nothing was revealed.',
  )
  wallet.setPolicy('eth_signTypedData_v4', 'allow')
  await derive.click()
  await expect(reveal).toContainText('The secret fits')
  await send.click()
  await expect(reveal).toContainText('Works revealed')

  await page.goto(`${path}?change=freeze`)
  const title = 'Freeze art and metadata'
  const part = page.getByRole('region', { name: title, exact: true })
  const freeze = part.getByRole('button', { name: 'Freeze permanently' })
  await expect(part).toContainText('Look at the works first.')
  await page.route('**', (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
  )
  await part.getByRole('button', { name: 'Look at the works' }).click()
  await expect(part.getByRole('alert')).toContainText('3 pictures could not be loaded.')
  await expect(freeze).toBeDisabled()
  await page.unroute('**')
  await part.getByRole('button', { name: 'Load again' }).click()
  await part.getByRole('checkbox').check()
  expect(await violations(page)).toEqual([])
  await freeze.click()
  await expect(part).toContainText('The files are permanently fixed')
  const { isMetadataFrozen, manifestHash } = await readOverview(stack, 'local', contract)
  expect([isMetadataFrozen, manifestHash]).toEqual([true, manifest_hash])
})
