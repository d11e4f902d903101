import { statSync } from 'node:fs'
import sharp from 'sharp'
import type { PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { violations } from '../fixtures/axe.ts'
import { rabby } from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { openAs } from '../fixtures/two-browsers.ts'

test('the review offers the files of a set with their address on IPFS', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await rabby(page, stack)
  // Safe: the wallet has accounts.
  const [creator] = wallet.accounts as [PrivateKeyAccount]
  const id = await makeDraft(await signIn(stack.url, creator, 31_337), {
    fields: {
      ...{ chain_alias: 'local', kind: 'drop', symbol: 'OPEN', name: 'Open Moons' },
      ...{ max_supply: 1, art: 'set', shown: 'at_once', phases: [openPhase()] },
    },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
  await page.goto(`/create?draft=${id}&step=art`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby/ })
    .click()
  const buffer = await picture()
  const files = page.getByLabel('Files of the set')
  await files.setInputFiles([{ name: '1.png', mimeType: 'image/png', buffer }])
  await expect(page.getByText('All files are uploaded.', { exact: true })).toBeVisible()
  await page.goto(`/create?draft=${id}&step=review`)

  const panel = page.getByRole('region', { name: 'Files of your collection' })
  await panel.getByRole('button', { name: 'Prepare the files' }).click()
  await expect(panel).toContainText(/Root addressbafy[a-z2-7]{55}/)
  await expect(panel).toContainText(/ipfs:\/\/bafy[a-z2-7]{55}\/metadata\//)
  const downloading = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('open-moons.car')
  expect(statSync(await download.path()).size).toBeGreaterThan(buffer.length)
})

test('the review offers the one work of all tokens with its metadata on IPFS', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const creator = privateKeyToAccount(generatePrivateKey())
  const id = await makeDraft(await signIn(stack.url, creator, 31_337), {
    fields: {
      ...{
        chain_alias: 'local',
        kind: 'edition',
        symbol: 'QSH',
        name: 'Quiet Shore Work',
      },
      phases: [openPhase()],
    },
    ...{ image: new Blob([await picture()]), cover: undefined, lists: [] },
  })
  await openAs(page, stack, { account: creator, path: `/create?draft=${id}&step=review` })

  const panel = page.getByRole('region', { name: 'Files of your collection' })
  await panel.getByRole('button', { name: 'Prepare the files' }).press('Enter')
  await expect(panel).toContainText(
    /Data of every itemipfs:\/\/bafy[a-z2-7]{55}\/metadata\.json/,
  )
  expect(await violations(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('quiet-shore-work.car')
})

function picture(): Promise<Buffer<ArrayBuffer>> {
  const create = { width: 64, height: 64, channels: 3, background: '#456' } as const
  return sharp({ create }).png().toBuffer()
}
