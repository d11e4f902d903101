import { account, connect, dialog } from '../fixtures/account-parts.ts'
import { soakUnless } from '../fixtures/extent.ts'
import { button, dropOptions, minted, panel } from '../fixtures/mint-panel.ts'
import { newCollection } from '../fixtures/new-collection.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

/** Browsers that keep nothing for this site: signing in and minting work while it is open. */

const browsers = { forbids: forbidStorage, fills: fillStorage }

for (const [what, init] of Object.entries(browsers)) {
  test(
    `a browser that ${what} its storage connects, signs in, mints, logs out, and forgets at a reload`,
    soakUnless(false),
    async ({ page, stack }) => {
      await page.addInitScript(init)
      const path = await newCollection({ ...dropOptions(stack), name: `It ${what}` })
      await page.goto(path)
      await hydrated(page)
      const signIn = async () => {
        await connect(page).first().click()
        await dialog(page, 'Connect to Platemark').getByText('Demo wallet').click()
        await dialog(page, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
        await expect(account(page)).toBeVisible()
      }
      await signIn()
      await expect(page.locator('.toast')).toContainText('until you close or reload')
      await button(page, 'Mint 1').click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(panel(page)).toContainText('#1 is yours')
      await account(page).click()
      await page.getByRole('menuitem', { name: /^Logout/ }).click()
      await expect(connect(page).first()).toBeVisible()
      await signIn()
      await page.reload()
      await minted(page, '1 of 100 minted')
      await expect(connect(page).first()).toBeVisible()
      await expect(page.locator('.toast')).toHaveCount(0)
    },
  )
}

/** Runs in the page, before any script of it: as with all cookies blocked. */
function forbidStorage() {
  const deny = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(globalThis, name, { get: deny })
  }
  Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny })
}

/** Runs in the page, before any script of it: nothing more can be written. */
function fillStorage() {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  Storage.prototype.setItem = full
  IDBObjectStore.prototype.put = full
}
