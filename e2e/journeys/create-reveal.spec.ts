import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { PrivateKeyAccount } from 'viem'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { fund, rabby } from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

/** A hidden set, whose reveal file is downloaded and read back before it is deployed. */

test('a hidden set is deployed once its reveal file was downloaded and read back', async ({
  page,
  stack,
}, testInfo) => {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  // Safe: the wallet has accounts.
  const [creator] = wallet.accounts as [PrivateKeyAccount]
  const id = await makeDraft(await signIn(stack.url, creator, 31_337), {
    fields: {
      ...{ chain_alias: 'local', kind: 'drop', symbol: 'HIDE', name: 'Hidden Moons' },
      ...{ max_supply: 3, art: 'set', shown: 'at_reveal', phases: [openPhase()] },
    },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
  await page.goto(`/create?draft=${id}&step=art`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Rabby/ }).click()
  await page.getByLabel('Files of the set').setInputFiles(await drawThree())
  await expect(page.getByText('Every file arrived.', { exact: true })).toBeVisible()
  // Without a sheet the order of the file names is asked about.
  await page.getByRole('button', { name: /^Confirm/ }).click()
  await expect(page.getByText('All 3 items are fine.')).toBeVisible()
  await page.goto(`/create?draft=${id}&step=review`)

  const panel = page.getByRole('region', { name: 'Reveal file' })
  await expect(page.getByText(/^Make the reveal file and keep it/)).toBeVisible()
  await panel.getByRole('button', { name: 'Use a random secret' }).click()
  const downloading = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download the reveal file' }).click()
  const download = await downloading
  const path = testInfo.outputPath(download.suggestedFilename())
  await download.saveAs(path)
  const text = readFileSync(path, 'utf8')
  const { commitment, contract_id, secret } = JSON.parse(text)
  expect(contract_id).toBe(id)

  const choose = async (content: string) => {
    const choosing = page.waitForEvent('filechooser')
    await panel.getByRole('button', { name: 'Choose the downloaded file' }).click()
    const file = { name: 'reveal.json', mimeType: 'application/json' }
    await (await choosing).setFiles({ ...file, buffer: Buffer.from(content) })
  }
  const other = secret.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0'))
  await choose(text.replace(secret, other))
  await expect(panel.getByRole('alert')).toContainText('The reveal file was changed')
  await choose(text)
  await expect(panel).toContainText('Your reveal file is saved.')
  await expect(page.locator('.terms')).toContainText(`fixed by ${commitment.slice(0, 6)}`)
  await page.getByRole('button', { name: /^Deploy on / }).click()
  await expect(page.getByRole('heading', { name: / is live$/ })).toBeVisible()
})

function drawThree() {
  return Promise.all(
    [40, 90, 140].map(async (shade, at) => ({
      ...{ name: `${at + 1}.png`, mimeType: 'image/png' },
      buffer: await sharp({
        create: {
          ...{ width: 64, height: 64, channels: 3 },
          background: { r: shade, g: 90, b: 120 },
        },
      })
        .png()
        .toBuffer(),
    })),
  )
}
