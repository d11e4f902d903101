import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../chromium.mjs'

/** A browser that can be killed like by a power failure. */
type KillableBrowser = Browser & { kill(): Promise<void> }

/** A draft, and the account that may open it. */
type SavedDraft = {
  id: string
  url: string
  state: Awaited<ReturnType<BrowserContext['storageState']>>
}

const viewport = { width: 1280, height: 900 }

export async function launchBrowser(): Promise<KillableBrowser> {
  const browser = await chromium.launch(chromiumOptions())
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const main = processInfo.find(({ type }) => type === 'browser')
  if (!main) throw new Error('browser has no process')
  return Object.assign(browser, {
    async kill() {
      const ended = new Promise((resolve) => browser.once('disconnected', resolve))
      process.kill(main.id, 'SIGKILL')
      await ended
    },
  })
}

/** Opens the wizard at its first step, with a new account of the demo wallet. */
export async function openWizard(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await page.goto(`${url}/create`)
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog').getByText('Demo wallet').click()
  const sheet = page.getByRole('dialog', { name: 'Sign a message' })
  await sheet.getByRole('button', { name: 'Sign' }).click()
  await page.getByRole('heading', { name: 'Art' }).waitFor()
  return page
}

/** Opens a new draft of a set. */
export async function openNewDraft(browser: Browser, url: string): Promise<Page> {
  const page = await openWizard(browser, url)
  await page.getByRole('radio', { name: /^A set of images/ }).check()
  // Its first save replaces the field of the files, with which a choice would be lost.
  await page.waitForURL(/draft=/)
  return page
}

/** Opens a draft in a new browser. */
export async function openSavedDraft(
  browser: Browser,
  { url, state }: SavedDraft,
): Promise<Page> {
  const page = await browser.newPage({ viewport, storageState: state })
  await page.goto(url)
  return page
}

/** Chooses the folder of a set, which begins its upload. */
export async function chooseFolder(page: Page, folder: string): Promise<void> {
  await page.getByLabel('Folder of the set').setInputFiles(folder)
}

/** Waits until the server has every byte. Throws with what the page shows when it stops. */
export async function waitUntilSent(page: Page): Promise<void> {
  const timeout = 3_600_000
  const arrived = page.getByText(/^All files are uploaded/).first()
  const stopped = page.locator('.set-card .field, .picture-failure > :not(:empty)')
  await arrived.or(stopped).first().waitFor({ timeout })
  if (await arrived.isVisible()) return
  throw new Error(`upload stopped: ${await stopped.first().textContent()}`)
}

/** Returns the draft of a page, which others of its account can open. */
export async function saveDraft(page: Page): Promise<SavedDraft> {
  const url = page.url()
  const id = new URL(url).searchParams.get('draft')
  if (!id) throw new Error(`address has no draft: got ${url}`)
  return { id, url, state: await page.context().storageState({ indexedDB: true }) }
}
