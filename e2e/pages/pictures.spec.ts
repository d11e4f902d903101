import sharp from 'sharp'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

/** Two frames of 24 by 24 pixels. */
function pixelArt(): Promise<Buffer> {
  const frames = Buffer.alloc(24 * 48 * 3, 40)
  for (let at = 0; at < frames.length; at += 21) frames[at] = 220
  const raw = { width: 24, height: 48, channels: 3, pageHeight: 24 } as const
  return sharp(frames, { raw }).gif().toBuffer()
}

test('pixel art that moves is shown with sharp pixels, and moves', {
  tag: '@soak',
}, async ({ page, stack }) => {
  const gif = await pixelArt()
  const image = new Blob([new Uint8Array(gif)], { type: 'image/gif' })
  const path = await newCollection({
    ...{ url: stack.url, name: 'Moving Tiles', phases: [openPhase()], image },
  })
  await page.goto(path)
  await hydrated(page)
  const art = page.locator('.hero-art img').first()
  await expect(art).toHaveCSS('image-rendering', 'pixelated')
  const found = await art.evaluate(async (shown: HTMLImageElement) => {
    const data = await (await fetch(shown.currentSrc)).arrayBuffer()
    const decoder = new ImageDecoder({ data, type: 'image/webp' })
    await decoder.tracks.ready
    const { image: frame } = await decoder.decode()
    return [decoder.tracks.selectedTrack?.frameCount, frame.codedWidth]
  })
  expect(found).toEqual([2, 24])

  // A picture with the pixels of its view is scaled as ever.
  await page.goto('/collection/local/tidewater')
  await hydrated(page)
  await expect(page.getByRole('img', { name: /^Cover of/ })).toHaveCSS(
    'image-rendering',
    'auto',
  )
})
