import { startProviderServer } from '@platemark/wallet/testing/provider/server'
import type { BrowserContext, Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import {
  account,
  connect,
  verifyDialog,
  walletDialog,
} from '../fixtures/account-parts.ts'
import { soakUnless } from '../fixtures/extent.ts'
import { expect, test } from '../fixtures/stack.ts'
import { answer, approve, dismiss, openWindow } from '../fixtures/wallet-windows.ts'

// Windows of a stand-in for the provider of the Abstract wallet: another origin, in real browser
// windows. The matrix is that of `Cross-Origin-Opener-Policy`, by which a browser cuts them off.

const row = (page: Page) =>
  walletDialog(page).getByRole('button', { name: /^A?Abstract/ })

async function openDialog(page: Page): Promise<void> {
  await page.goto('/')
  await connect(page).click()
  await expect(row(page)).toBeVisible()
}

test.beforeEach(({ faults }) => {
  faults.allow(/^foreign request: http:\/\/127\.0\.0\.1:\d+$/)
  // Chromium names the policy that cuts a window off.
  faults.allow(/Cross-Origin-Opener-Policy/)
})

test('the Abstract wallet connects and signs in its windows, stays, and is forgotten at logout', async ({
  page,
}) => {
  const foreign: string[] = []
  page.context().on('request', (request) => {
    if (/cross-app/.test(request.url())) foreign.push(request.url())
  })
  await openDialog(page)
  expect(foreign).toEqual([])

  await approve(await openWindow(page, () => row(page).click()))
  expect(foreign[0]).toMatch(/\/api\/v1\/apps\/\w+\/cross-app\/details$/)
  await expect(verifyDialog(page)).toBeVisible()
  const sign = verifyDialog(page).getByRole('button', { name: 'Sign message' })
  const popup = await openWindow(page, () => sign.click())
  await expect(popup.locator('#request')).toContainText('personal_sign')
  await approve(popup)
  await expect(account(page)).toBeVisible()

  await page.reload()
  await expect(account(page)).toBeVisible()
  await account(page).click()
  await page.getByRole('menuitem', { name: /^Log ?out/i }).click()
  await expect(connect(page)).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('privy-caw:')
})

test('a window that declines, and one that is closed, have their sentences, and can be tried again', async ({
  page,
}) => {
  await openDialog(page)
  const declined = await openWindow(page, () => row(page).click())
  await answer(declined, 'Decline')
  const alert = walletDialog(page).getByRole('alert')
  await expect(alert).toContainText('You declined the request.')

  await dismiss(await openWindow(page, () => row(page).click()))
  await expect(alert).toContainText('User rejected request')
  await expect(alert).toContainText(
    'The Abstract window closed, or your browser cut its connection.',
  )
  const again = walletDialog(page).getByRole('button', { name: 'Try again' })
  await approve(await openWindow(page, () => again.click()))
  await expect(verifyDialog(page)).toBeVisible()
})

const signer = privateKeyToAccount(`0x${'22'.repeat(32)}`)

/** Puts windows of other isolation in place of those of the program. */
async function isolate(
  context: BrowserContext,
  options: Pick<
    Parameters<typeof startProviderServer>[0],
    'isolation' | 'loginIsolation'
  >,
) {
  const respond = () => Promise.reject(new Error('Nothing is signed here.'))
  const server = await startProviderServer({
    account: { address: signer.address, respond },
    ...options,
  })
  await context.route('**/cross-app/details', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { custom_api_url: server.url, icon_url: null, name: 'Abstract' },
    }),
  )
  return server
}

for (const isolation of [
  'none',
  'same-origin-allow-popups',
  'same-origin',
  'noopener-allow-popups',
] as const) {
  const outcome = isolation === 'none' ? 'connects' : 'is cut off, and the page says so'
  const name = `a window with the opener policy ${isolation} ${outcome}`
  test(name, soakUnless(isolation === 'same-origin'), async ({ page, context }) => {
    const server = await isolate(context, { isolation })
    try {
      await openDialog(page)
      const popup = await openWindow(page, () => row(page).click())
      if (isolation === 'none') {
        await approve(popup)
        await expect(verifyDialog(page)).toBeVisible()
        return
      }
      await expect(walletDialog(page).getByRole('alert')).toContainText(
        'The Abstract window closed, or your browser cut its connection.',
      )
      await approve(popup)
      await expect(popup.getByRole('status')).toHaveText(/cut the connection/)
      await expect(row(page)).toBeEnabled()
    } finally {
      await server.close()
    }
  })
}

test('a window that passes a login with an opener policy is cut off, also after it', {
  tag: '@soak',
}, async ({ page, context }) => {
  const server = await isolate(context, { loginIsolation: 'same-origin' })
  try {
    await openDialog(page)
    const popup = await openWindow(page, () => row(page).click())
    await popup.getByRole('link', { name: 'Log in first' }).click()
    await popup.getByRole('link', { name: 'Continue' }).click()
    await expect(walletDialog(page).getByRole('alert')).toContainText(
      'User rejected request',
    )
    await approve(popup)
    await expect(popup.getByRole('status')).toHaveText(/cut the connection/)
  } finally {
    await server.close()
  }
})

test('a page with the stricter opener policy same-origin would be cut off from every window', {
  tag: '@soak',
}, async ({ context, page }) => {
  // An answer given here has no address of its own, so requests to this machine need a permission.
  await context.grantPermissions(['local-network-access'])
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const headers = {
        ...response.headers(),
        'cross-origin-opener-policy': 'same-origin',
      }
      await route.fulfill({ response, headers })
    },
  )
  await openDialog(page)
  const popup = await openWindow(page, () => row(page).click())
  await expect(walletDialog(page).getByRole('alert')).toContainText(
    'User rejected request',
  )
  await dismiss(popup)
})
