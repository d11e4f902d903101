import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { noisePng } from '../../apps/server/test/png.ts'
import { auditState } from '../accessibility/a11y-state.ts'
import { expect, test } from '../fixtures/stack.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'
import { openWizard, title } from '../fixtures/wizard.ts'

const report = (page: Page) =>
  page.getByRole('region', { name: /every row checked|Every file checked/ })
const rows = (page: Page) => report(page).getByRole('row')

test('a set with mistakes is checked by line, corrected and uploaded', async ({
  page,
  stack,
}, testInfo) => {
  const folder = await makeSet(testInfo.outputPath('moons'))
  await openWizard(page, firstNetwork(stack))
  const making = Promise.withResolvers<void>()
  await page.route('**/studio/create', (route) =>
    making.promise.then(() => route.fallback()),
  )
  await page.getByRole('radio', { name: /^One image/ }).press('ArrowDown')
  const chooser = page.getByRole('button', { name: 'a folder', exact: true })
  await chooser.focus()
  making.resolve()
  await expect(page).toHaveURL(/draft=/)
  await expect(chooser).toBeFocused()
  await page.getByLabel('Folder of the set').setInputFiles(folder)

  await expect(report(page)).toContainText('moons.csv, every row checked')
  await expect(report(page)).toContainText('1 system file left out')
  await expect(rows(page)).toHaveText([
    /Problem/,
    /^8#7Missing image\. moon-7\.png is named here but is not in the folder/,
    /^9#8Unknown trait\. Phase is “Waxing gibous”\. 6 other rows have “Waxing gibbous”/,
    /^10#9Duplicate\. The same picture as #1 on line 2/,
  ])
  await auditState(page, 'Problems of a set')
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
  const grid = page.getByRole('region', { name: '9 items' })
  await expect(grid).toContainText('#9 Moon 9')
  await grid.getByRole('button', { name: 'Edit #9' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Last moon')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(grid).toContainText('#9 Last moon')

  await page.getByRole('link', { name: /^Details/ }).click()
  await expect(title(page)).toHaveText('Details')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview.getByRole('img')).toHaveCount(4)
  await expect(preview.getByRole('img', { name: 'Moon 1' })).toBeVisible()
})

test(
  'a set that is stored while another step is shown counts there',
  { tag: '@soak' },
  async ({ page, stack }, testInfo) => {
    const folder = await makeSet(testInfo.outputPath('moons'))
    const leaving = Promise.withResolvers<void>()
    await page.route('**/uploads/*/*', (route) =>
      leaving.promise.then(() => route.fallback()),
    )
    await openWizard(page, firstNetwork(stack))
    await page.getByRole('radio', { name: /^A set of images/ }).check()
    await page.getByLabel('Folder of the set').setInputFiles(folder)
    await expect(page.getByRole('region', { name: 'moons', exact: true })).toBeVisible()
    await page.getByRole('link', { name: /^Supply and price/ }).click()
    await expect(title(page)).toHaveText('Supply and price')
    leaving.resolve()
    await expect(page.getByText('Your set has 9 works.')).toBeVisible()
  },
)

test(
  'an upload goes on where it was paused or left, and sends nothing twice',
  { tag: '@soak' },
  async ({ page, stack }, testInfo) => {
    const folder = testInfo.outputPath('tides')
    const pictures = ['1.png', '2.png', '3.png'].map((name) => join(folder, name))
    mkdirSync(folder, { recursive: true })
    // Each fills a part of its own.
    for (const path of pictures) writeFileSync(path, noisePng(4_000_000, path))
    const parts = await holdParts(page)
    const card = page.getByRole('region', { name: 'tides', exact: true })
    const choose = () => page.getByLabel('Folder of the set').setInputFiles(folder)
    await openWizard(page, firstNetwork(stack))
    await page.getByRole('radio', { name: /^A set of images/ }).check()
    parts.release(1)
    await choose()
    await expect(card).toContainText('1 of 3 files')
    // Sent is not yet stored: a pause gives up what was not answered.
    await expect.poll(() => parts.answered.length).toBe(1)
    await card.getByRole('button', { name: 'Pause' }).click()
    await expect(card).toContainText('Paused. What was uploaded is kept.')

    utimesSync(pictures[2] ?? '', new Date(), new Date(Date.now() + 60_000))
    parts.release(1)
    await card.getByRole('button', { name: 'Resume' }).click()
    await expect(card).toContainText('tides/3.png can no longer be read.')
    await page.reload()
    await expect(page.getByText('An upload was interrupted.')).toBeVisible()
    parts.release(3)
    await choose()
    // Alone once the server has read the files too.
    await expect(card.getByText('All files are uploaded.', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: '3 items' })).toBeVisible()
    expect(parts.answered).toHaveLength(3)
    expect(new Set(parts.answered).size).toBe(3)
  },
)

test(
  'an added file goes on after a pause, and is asked for after a reload',
  {
    tag: '@soak',
  },
  async ({ page, stack }, testInfo) => {
    const folder = await makeSet(testInfo.outputPath('moons'))
    await openWizard(page, firstNetwork(stack))
    await page.getByRole('radio', { name: /^A set of images/ }).check()
    await page.getByLabel('Folder of the set').setInputFiles(folder)
    await expect(page.getByText('All files are uploaded.', { exact: true })).toBeVisible()
    const parts = await holdParts(page)
    const addFile = async () => {
      const choosing = page.waitForEvent('filechooser')
      await report(page).getByRole('button', { name: 'Add file on line 8' }).click()
      const buffer = noisePng(4_000_000, 'moon')
      await (await choosing).setFiles({ name: 'm.png', mimeType: 'image/png', buffer })
    }
    await page.reload()
    await addFile()
    const card = page.getByRole('region', { name: 'Your files' })
    await card.getByRole('button', { name: 'Pause' }).click()
    await page.reload()
    await expect(page.getByText('An upload was interrupted.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel it' }).click()
    await expect(page.getByText('An upload was interrupted.')).toBeHidden()
    await addFile()
    await card.getByRole('button', { name: 'Pause' }).click()
    parts.release(2)
    await card.getByRole('button', { name: 'Resume' }).click()
    await expect(report(page)).not.toContainText('moon-7.png')
  },
)

test(
  'a correction that is not stored is not lost by leaving the page',
  {
    tag: '@soak',
  },
  async ({ page, stack, faults }, testInfo) => {
    faults.allow(/ERR_FAILED/)
    const folder = await makeSet(testInfo.outputPath('moons'))
    await openWizard(page, firstNetwork(stack))
    await page.getByRole('radio', { name: /^A set of images/ }).check()
    await page.getByLabel('Folder of the set').setInputFiles(folder)
    await expect(page.getByText('All files are uploaded.', { exact: true })).toBeVisible()
    await page.route('**/works/report', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await report(page).getByRole('button', { name: 'Use that on line 9' }).click()
    await expect(page.getByText('The correction was not saved')).toBeVisible()
    const leave = () => page.getByRole('link', { name: 'Collections' }).first().click()
    await leave()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()
    await page.unroute('**/works/report')
    await leave()
    await expect(page).toHaveURL(/\/collections$/)
  },
)

/** Lets as many parts of uploads pass as are released, and lists those that were answered. */
async function holdParts(page: Page) {
  const answered: string[] = []
  let free = 0
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() === 'PUT' && response.ok()) answered.push(pathname)
  })
  await page.route('**/uploads/*/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    if (free === 0) return
    free -= 1
    await route.continue()
  })
  return {
    answered,
    release(count: number) {
      free = count
    },
  }
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
