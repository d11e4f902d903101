import type { Locator } from '@playwright/test'
import {
  type ForeignFile,
  type ForeignPage,
  openForeignSite,
  pageWith,
  strictPolicy,
} from './foreign-page.ts'
import { fund, rabby } from './mint-page.ts'
import { test as base } from './stack.ts'
import type { BridgedWallet } from './wallet-bridge.ts'

type Told = { type: string; detail: Record<string, unknown> }

type Foreign = {
  /** Opens a page of another site with the panel of a collection. */
  show(path: string, attributes?: Record<string, string>): Promise<void>
  /** What the panel told the page around it. */
  told(): Promise<Told[]>
  wallet: BridgedWallet
  panel: Locator
  button(name: string | RegExp): Locator
  /** Connects the one wallet of the browser. */
  connect(): Promise<void>
  fund(): Promise<void>
}

/** Every test also asserts that the strict policy of the foreign page was never broken. */
export const test = base.extend<{ foreign: Foreign }>({
  foreign: async ({ page, stack, faults }, use) => {
    let shown: ForeignFile | undefined
    const script = `${stack.url}/widget/platemark-mint.js`
    const site: ForeignPage = await openForeignSite(
      (path) => (path === '/' ? shown : undefined),
      strictPolicy(stack.url),
    )
    faults.allow(new RegExp(`^foreign request: ${site.origin}$`))
    // The browser asks every site for its icon.
    faults.allow(/Failed to load resource.*404|favicon/)
    await page.addInitScript(hearPanel)
    const wallet = await rabby(page, stack)
    const panel = page.locator('platemark-mint').getByRole('group', { name: /^Mint/ })
    const button = (name: string | RegExp) =>
      panel.getByRole('button', { name, exact: typeof name === 'string' })
    await use({
      wallet,
      panel,
      button,
      async show(path, attributes = {}) {
        const [, , chain = '', address = ''] = path.split('/')
        shown = pageWith(script, { chain, address, ...attributes })
        await page.goto(site.origin)
      },
      told: () => page.evaluate(() => (globalThis as { told?: Told[] }).told ?? []),
      async connect() {
        await button('Connect Wallet').click()
      },
      fund: () => fund(stack, wallet),
    })
    await site.close()
  },
})

/** Runs in the foreign page, as its own script would. */
function hearPanel() {
  const told: Told[] = []
  Object.assign(globalThis, { told })
  for (const type of ['platemark:state', 'platemark:mint']) {
    addEventListener(type, (event) => {
      if (event instanceof CustomEvent) told.push({ type, detail: event.detail })
    })
  }
}
