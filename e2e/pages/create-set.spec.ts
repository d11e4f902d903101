import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'

type Stack = { url: string; rpcUrls: { local: string; 'local-two': string } }

const report = (page: Page) =>
  page.getByRole('region', { name: /every row checked|Every file checked/ })
const rows = (page: Page) => report(page).getByRole('row')

test('a set with mistakes is checked by line, corrected and uploaded', async ({
  page,
  stack,
}, testInfo) => {
  const folder = await makeSet(testInfo.outputPath('moons'))
  await openArt(page, stack)
  await page.getByRole('radio', { name: /^A set of images/ }).check()
  await page.getByLabel('Folder of the set').setInputFiles(folder)

  await expect(report(page)).toContainText('moons.csv, every row checked')
  await expect(report(page)).toContainText('1 system file left out')
  await expect(rows(page)).toHaveText([
    /Problem/,
    /^8#7Missing image\. moon-7\.png is named here but is not in the folder/,
    /^9#8Unknown trait\. Phase is “Waxing gibous”\. 6 other rows have “Waxing gibbous”/,
    /^10#9Duplicate\. The same picture as #1 on line 2/,
  ])
  await report(page).getByRole('button', { name: 'Use that on line 9' }).click()
  await report(page).getByRole('button', { name: 'Compare on line 10' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep both' }).click()
  const choosing = page.waitForEvent('filechooser')
  await report(page).getByRole('button', { name: 'Add file on line 8' }).click()
  await (await choosing).setFiles({
    ...{ name: 'other.png', mimeType: 'image/png', buffer: await draw(70) },
  })
  await expect(report(page)).toContainText('All 9 items are fine.')

  const rarity = page.getByRole('region', { name: 'Trait rarity' })
  await expect(rarity).toContainText('Phase, 1 of 2 traits')
  await expect(rarity.getByRole('row', { name: /^Waxing gibbous/ })).toContainText('7')
  await rarity.getByRole('button', { name: 'Next trait' }).click()
  await expect(rarity).toContainText('Night, 2 of 2 traits')
  await expect(page.getByRole('region', { name: '9 items' })).toContainText('#9 Moon 9')
})

/** Signs in and opens the first step of a new draft. */
async function openArt(page: Page, { rpcUrls }: Stack) {
  await installWallet(page, 'io.metamask', {
    rpcUrls: { 31337: rpcUrls.local, 31338: rpcUrls['local-two'] },
  })
  await page.goto('/create')
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^MetaMask/ })
    .click()
}

/** Writes nine pictures and a sheet with a missing file, a typo and a picture twice. */
async function makeSet(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const lines = Array.from({ length: 9 }, (_, at) => {
    const id = at + 1
    const phase = id === 8 ? 'Waxing gibous' : id > 1 && id < 8 ? 'Waxing gibbous' : 'New'
    return `${id},moon-${id}.png,Moon ${id},${phase},${id % 3}`
  })
  writeFileSync(
    join(folder, 'moons.csv'),
    `id,file,name,Phase,Night\r\n${lines.join('\r\n')}`,
  )
  writeFileSync(join(folder, '.DS_Store'), 'x')
  for (const id of [1, 2, 3, 4, 5, 6, 8, 9]) {
    writeFileSync(join(folder, `moon-${id}.png`), await draw(id === 9 ? 1 : id))
  }
  return folder
}

function draw(shade: number): Promise<Buffer> {
  const background = { r: shade * 20, g: 90, b: 120 }
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
}
