import { Problem } from '@platemark/api/problem'
import { updateAvatar } from '@platemark/api/profile'
import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import {
  goodUploads,
  hostileUploads,
  polyglotUploads,
  type Upload,
} from '../../apps/server/test/profile/pictures.ts'
import { type Api, signIn } from '../../tools/local/api.ts'
import { drawn, isFull, seed } from '../fixtures/extent.ts'
import { expect, test } from '../fixtures/stack.ts'

test.describe('uploaded pictures', () => {
  test.setTimeout(180_000)

  test('run no script and open no dialog when opened by their own URL', async ({
    page,
    stack,
  }) => {
    const api = await signIn(stack.url, privateKeyToAccount(generatePrivateKey()))
    const uploads = isFull
      ? [...(await hostileUploads(seed)), ...(await goodUploads(seed))]
      : drawn(await polyglotUploads(seed), 12)
    const stored = await storeAll(api, uploads)
    expect(stored.size).toBeGreaterThan(isFull ? 50 : 0)

    const dialogs = dialogsOf(page)
    for (const [url, what] of stored) {
      const response = await page.goto(url)
      const { 'content-type': type, 'content-security-policy': policy } =
        response?.headers() ?? {}
      expect([what, type]).toEqual([what, 'image/webp'])
      expect(policy).toMatch(/^default-src 'none';.*sandbox$/)
      // It could not reach anything of this site.
      const seen = await page.evaluate(() => [
        document.contentType,
        window.origin,
        document.scripts.length,
        document.images[0]?.naturalWidth,
      ])
      expect([what, ...seen]).toEqual([what, 'image/webp', 'null', 0, 512])
    }
    expect(dialogs).toEqual([])
  })

  test('would be detected if they opened a dialog', async ({ page }) => {
    const dialogs = dialogsOf(page)
    await page.goto('/')
    await page.evaluate(() => alert('opened'))
    expect(dialogs).toEqual(['opened'])
  })
})

/** Uploads the files and returns URL and kind of each accepted one. */
async function storeAll(api: Api, uploads: Upload[]): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (const { what, bytes, filename, type } of uploads) {
    const avatar = new File([new Uint8Array(bytes)], filename, { type })
    try {
      const { avatar_url } = await api.call(updateAvatar, { body: {}, files: { avatar } })
      if (avatar_url) stored.set(avatar_url, what)
    } catch (error) {
      const isRefused = error instanceof Problem && error.status < 500
      if (!isRefused) throw error
    }
  }
  return stored
}

/** Records the page's dialogs from now on. */
function dialogsOf(page: Page): string[] {
  const messages: string[] = []
  page.on('dialog', async (dialog) => {
    messages.push(dialog.message())
    await dialog.dismiss()
  })
  return messages
}
