import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { endProcess, startServerProcess } from '../../apps/server/test/server-process.ts'
import { root } from '../../tools/program.ts'
import { violations } from '../fixtures/axe.ts'
import { makeDataFolder } from '../fixtures/data-folder.ts'
import { drawn, soakUnless } from '../fixtures/extent.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** Creates a test on a separate server without networks that shows this banner. */
function testWith(banner: Record<string, string>) {
  return test.extend<object, { server: Server }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function names.
      async ({}, use) => {
        const server = await startServer(banner)
        await use(server)
        await server.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    stack: ({ server }, use) =>
      use({ url: server.url, rpcUrls: { local: '', 'local-two': '' }, folder: '' }),
  })
}

const sunset = { BANNER_ENABLED: '1', BANNER_SITE_URL: 'https://new.example.org/' }

const maintenance = {
  BANNER_ENABLED: '1',
  BANNER_ID: 'work-1',
  BANNER_KIND: 'info',
  BANNER_TEXT: 'Maintenance on Sunday. Minting goes on; saving waits.',
  BANNER_DISMISSIBLE: '1',
}

test.describe('the end of this version', () => {
  const sunsetTest = testWith(sunset)

  for (const width of [320, 768, 1280]) {
    sunsetTest(
      `is above the header and what has the focus, and leads to the new one, at ${width} px`,
      soakUnless(width === 320),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 600 })
        await page.goto('/')
        const bar = page.locator('.banner')
        await expect(bar).toBeVisible()
        await hydrated(page)
        await expect(bar).toHaveAttribute('role', 'status')
        const [before, header] = [
          await boxOf(page, '.banner'),
          await boxOf(page, '.header'),
        ]
        expect(before.top).toBe(0)
        expect(header.top).toBeGreaterThanOrEqual(before.bottom)
        // Late fonts may make it higher.
        await expect
          .poll(async () => {
            const { bottom } = await boxOf(page, '.banner')
            return (await bannerHeight(page)) - Math.round(bottom)
          })
          .toBe(0)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        )
        expect(overflow).toBeLessThanOrEqual(0)

        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        await expect
          .poll(async () => (await boxOf(page, '.header')).bottom)
          .toBeLessThan(0)
        expect((await boxOf(page, '.banner')).top).toBe(0)

        await page.evaluate(() => scrollTo(0, 0))
        expect(await violations(page, '.banner')).toEqual([])

        // What has the focus stays clear of the banner.
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        for (let count = 0; count < 6; count += 1) await page.keyboard.press('Shift+Tab')
        const { bottom } = await boxOf(page, '.banner')
        const top = await page.evaluate(
          () => document.activeElement?.getBoundingClientRect().top ?? -1,
        )
        expect(top).toBeGreaterThanOrEqual(bottom)

        const link = page.locator('.banner a')
        await expect(link).toHaveText('the main site ↗ (opens in a new tab)')
        await expect(link).toHaveAttribute('href', sunset.BANNER_SITE_URL)
        await expect(link).toHaveAttribute('target', '_blank')
        await expect(link).toHaveAttribute('rel', /noopener/)
        await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
      },
    )
  }

  sunsetTest(
    'has the same day in every zone, in the viewer’s language',
    { tag: '@soak' },
    async ({ browser, stack }) => {
      const viewers = ['Pacific/Auckland', 'Pacific/Pago_Pago'].flatMap((timezoneId) =>
        ['en-US', 'de-DE'].map((locale) => ({ timezoneId, locale })),
      )
      for (const { timezoneId, locale } of drawn(viewers, 2)) {
        const context = await browser.newContext({
          baseURL: stack.url,
          timezoneId,
          locale,
        })
        const page = await context.newPage()
        await page.goto('/')
        await hydrated(page)
        const end = await page.locator('.banner time').getAttribute('datetime')
        expect(end).toMatch(/T23:59:59\.000Z$/)
        const day = new Date(String(end)).toLocaleDateString(locale, {
          dateStyle: 'long',
          timeZone: 'UTC',
        })
        await expect(page.locator('.banner time')).toHaveText(day)
        await context.close()
      }
    },
  )

  sunsetTest('is shown without JavaScript too', async ({ browser, stack }) => {
    const context = await browser.newContext({
      baseURL: stack.url,
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.locator('.banner')).toContainText(/deactivated on \d+ \w+ \d{4}\. /)
    await context.close()
  })
})

test.describe('a banner that can be dismissed', () => {
  const shown = testWith(maintenance)

  shown(
    'disappears at once, is in no frame of later visits, and returns when the storage is cleared, in the open menu too',
    async ({ page }) => {
      await page.addInitScript(() => {
        const seen: number[] = []
        Object.assign(window, { seen })
        const look = () => {
          const bar = document.querySelector<HTMLElement>('.banner')
          if (bar) seen.push(bar.offsetHeight)
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      const frames = async () => {
        const count = () =>
          page.evaluate(() => (window as unknown as { seen: number[] }).seen.length)
        await hydrated(page)
        await expect.poll(count).toBeGreaterThan(10)
        return page.evaluate(() => (window as unknown as { seen: number[] }).seen)
      }
      await page.goto('/')
      expect(Math.min(...(await frames()))).toBeGreaterThan(0)

      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.locator('.banner')).toBeHidden()
      await expect.poll(() => bannerHeight(page)).toBe(0)
      for (const path of ['/', '/collections']) {
        await page.goto(path)
        expect(Math.max(...(await frames()))).toBe(0)
        await expect(page.locator('.banner')).toBeHidden()
      }

      await page.evaluate(() => localStorage.setItem('dismissed_banner', 'work-0'))
      await page.reload()
      await expect(page.locator('.banner')).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      // As logging out does.
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      expect(Math.min(...(await frames()))).toBeGreaterThan(0)

      await page.setViewportSize({ width: 390, height: 700 })
      await page.getByRole('button', { name: 'Menu' }).click()
      const banner = await boxOf(page, '.banner')
      expect(banner.top).toBe(0)
      expect((await boxOf(page, '.header')).top).toBeGreaterThanOrEqual(banner.bottom)
      await expect(page.locator('.mobile-menu')).toBeInViewport()
    },
  )
})

function boxOf(page: Page, selector: string): Promise<{ top: number; bottom: number }> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top, bottom }
  })
}

/** Returns the banner height that the styles use. */
function bannerHeight(page: Page): Promise<number> {
  return page.evaluate(() =>
    Number.parseFloat(document.documentElement.style.getPropertyValue('--banner-h')),
  )
}

async function startServer(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-banner-'))
  const data = join(folder, 'data')
  await makeDataFolder(data)
  const settings = {
    port: 0,
    data_folder: data,
    web_folder: join(root, 'apps', 'web', 'dist', 'demo'),
    rate_limit_scale: 1000,
    log_level: 'warn',
  }
  const { url, child } = await startServerProcess(folder, settings, {
    environment: { PATH: process.env.PATH, ...environment },
  })
  return {
    url,
    stop: async () => {
      await endProcess(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
