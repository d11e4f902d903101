import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createDiskFileStore } from '../../apps/server/src/files/file-store.ts'
import { expect, test } from '../fixtures/stack.ts'

const script = '<script>alert("opened")</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('opened')">${script}</svg>`

test('masters run no script and reach nothing of the site when opened by their own URL', async ({
  page,
  stack,
  faults,
}) => {
  // A missing page, and what the sandbox stops.
  faults.allow(/^console: Failed to load resource/)
  faults.allow(/^console: Blocked script execution in .* frame is sandboxed/)
  const files = createDiskFileStore(join(stack.folder, 'files'))
  const png = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#66d19f' },
  })
    .png()
    .toBuffer()
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })

  const polyglot = await files.put(Buffer.concat([png, Buffer.from(script)]), 'png')
  const inner = { name: polyglot, type: 'image/png' }
  const opened = [inner]
  for (const [extension, type] of Object.entries(types)) {
    for (const content of [script, svg]) {
      opened.push({ name: await files.put(Buffer.from(content), extension), type })
    }
  }
  for (const { name, type } of opened) {
    const response = await page.goto(`/files/${name}`)
    const { 'content-type': sent, 'content-security-policy': policy } =
      response?.headers() ?? {}
    expect([sent, policy]).toEqual([
      type,
      expect.stringMatching(/^default-src 'none';.*sandbox$/),
    ])
    const seen = await page.evaluate(() => [
      document.contentType,
      window.origin,
      document.scripts.length,
    ])
    expect(seen).toEqual([type, 'null', 0])
  }
  await page.goto(`/files/${polyglot}`)
  expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(64)

  const json = await files.put(Buffer.from(JSON.stringify({ name: script })), 'json')
  expect(await downloadOf(page, `/files/${json}`)).toBe(json)
  const drawing = await files.put(Buffer.from(svg), 'svg')
  expect((await page.goto(`/files/${drawing}`))?.status()).toBe(404)
  expect(dialogs).toEqual([])
})

const types = {
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** Opens a URL that is downloaded instead of shown; returns the name of the file. */
async function downloadOf(page: Page, url: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.goto(url).catch(() => {})
  return (await download).suggestedFilename()
}
