import { join } from 'node:path'
import { getDraft, updateDraft } from '@platemark/api/studio'
import type { Page } from '@playwright/test'
import type { PrivateKeyAccount } from 'viem'
import {
  film as madeFilm,
  box as masterBox,
} from '../../apps/server/test/master-files.ts'
import { noisePng } from '../../apps/server/test/png.ts'
import { signIn } from '../../tools/local/api.ts'
import { violations } from '../fixtures/axe.ts'
import { fund, rabby } from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'

/** A film as the work of all tokens, from its file to its page. */

const film = join(import.meta.dirname, '../fixtures/tide.webm')

const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' })

test('a film gets a frame as poster, is uploaded, and plays in the preview on request', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await openArt(page, stack)
  await makeFilm(page)
  await play(preview(page))
})

test('a film is deployed, and plays on the page of its collection', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const wallet = await openArt(page, stack)
  await makeFilm(page)
  const id = new URL(page.url()).searchParams.get('draft') ?? ''
  // Safe: the wallet has accounts.
  const [creator] = wallet.accounts as [PrivateKeyAccount]
  const api = await signIn(stack.url, creator, 31_337)
  const params = { contract_id: id }
  const phases = [openPhase({ price_wei: '4000000000000000' })]
  const terms = { name: 'Tidewater', symbol: 'TIDE', max_supply: 12, phases }
  await api.call(updateDraft, { params, body: terms })
  await page.goto(`/create?draft=${id}&step=review`)
  await hydrated(page)
  await page.getByRole('button', { name: /^Deploy on / }).click()
  await page.getByRole('link', { name: 'Open page' }).click()
  expect(await violations(page)).toEqual([])
  await play(page.locator('.hero-art'))
  const { animation_url } = await api.call(getDraft, { params })
  const answer = await page.request.get(animation_url ?? '', {
    headers: { range: 'bytes=0-3' },
  })
  expect([answer.status(), (await answer.body()).toString('hex')]).toEqual([
    ...[206, '1a45dfa3'],
  ])
})

test('an image above 20 MB is sent in parts, and goes on after a reload', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/ERR_FAILED/)
  await openArt(page, stack)
  const image = {
    name: 'large.png',
    mimeType: 'image/png',
    buffer: noisePng(24_000_000, 'a'),
  }
  let parts = 0
  await page.route('**/uploads/*/*', async (route) => {
    parts += 1
    if (parts > 2) await route.abort()
    else await route.continue()
  })
  await choose(page, [image])
  await expect(page.getByText(/ of 24\.0 MB sent/)).toBeVisible()
  await expect.poll(() => parts).toBeGreaterThan(2)
  await page.unroute('**/uploads/*/*')
  await page.reload()
  await expect(page.getByText('An upload was interrupted.')).toBeVisible()
  await choose(page, [image])
  await expect(page.getByRole('img', { name: 'Your image' })).toBeVisible()
})

test('a film with the place where it was taken is not taken until its creator keeps it', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await openArt(page, stack)
  const place = masterBox('\xa9xyz', Buffer.from('+51.5-000.1/'))
  const video = { mimeType: 'video/mp4', buffer: madeFilm({ userData: place }) }
  const poster = { mimeType: 'image/png', buffer: noisePng(100_000, 'a') }
  await choose(page, [
    { name: 'tide.mp4', ...video },
    { name: 'tide.png', ...poster },
  ])
  await expect(page.getByText(/^tide\.mp4: It holds location data/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('img', { name: 'Your image' })).toBeVisible()
  await expect(page.getByText(/^tide\.mp4: Location and camera data stay/)).toBeVisible()
  const keeps = page.getByRole('checkbox', { name: /^Keep camera and location data/ })
  await expect(keeps).toBeChecked()
})

test('files that are no work are refused with what to do, by name', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await openArt(page, stack)
  const text = { name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film') }
  const poster = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') }
  await choose(page, [text, poster])
  await expect(page.getByText(/^a\.(mp4|png): Use a PNG/)).toBeVisible()
})

async function openArt(page: Page, stack: Stack) {
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  await page.goto('/create')
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Art')
  return wallet
}

type ChosenFiles = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]

async function choose(page: Page, files: ChosenFiles): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(files)
}

/** Chooses the film with one of its frames as poster, and waits until the draft has both. */
async function makeFilm(page: Page): Promise<void> {
  await choose(page, film)
  await expect(page.getByText('tide.webm needs a poster')).toBeVisible()
  await page.getByRole('button', { name: 'Use this frame' }).click()
  await expect(page.getByText('This image is its poster.')).toBeVisible()
}

/** Plays the film of a part of the page; before, nothing of it is loaded. */
async function play(part: ReturnType<Page['locator']>): Promise<void> {
  const video = part.locator('video')
  await expect(video).toHaveCount(0)
  await part.getByRole('button', { name: /^Play / }).press('Enter')
  await expect(video).toBeFocused()
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0)
}
