import type { Page } from '@playwright/test'
import { connect, verifyDialog, walletDialog } from '../fixtures/account-parts.ts'
import { drawn } from '../fixtures/extent.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

/** Wallet dialog: time to open, names and roles. */

/** Quiet time after which a page counts as loaded. */
const REST_MS = 3_000

/** Waits until the page makes no more requests. */
async function untilRest(page: Page) {
  let requests = 0
  page.on('request', () => {
    requests += 1
  })
  await hydrated(page)
  const isAtRest = async () => {
    const before = requests
    await page.waitForTimeout(REST_MS)
    return requests === before
  }
  await expect.poll(isAtRest, { timeout: 30_000, intervals: [0] }).toBe(true)
}

const PRESSES = 10
const FRAMES = 3

test(`opens within ${FRAMES} frames without network requests`, { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  await installed(page, stack)
  await page.goto('/')
  await hydrated(page)
  await connect(page).hover()
  await untilRest(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  const opened = []
  for (let press = 0; press < PRESSES; press += 1) {
    const opening = page.evaluate(watchOpening)
    await connect(page).click()
    opened.push(await opening)
    await page.keyboard.press('Escape')
    await expect(walletDialog(page)).toBeHidden()
  }

  const frames = opened.map(({ frames }) => frames).sort((one, other) => one - other)
  const median = frames[Math.ceil(PRESSES / 2)]
  console.log(
    `The wallet dialog is painted in frame ${median} after the press (median of ${PRESSES}, longest ${frames.at(-1)}).`,
  )
  expect(median).toBeLessThanOrEqual(FRAMES)
  expect(opened.flatMap(({ resources }) => resources)).toEqual([])
  expect(requests.filter((url) => url.startsWith('http'))).toEqual([])
})

/** Strings found in wagmi, in viem's connectors and in our use of them. */
const walletStrings = [
  'eip6963:requestProvider',
  'eth_requestAccounts',
  'personal_sign',
  'recentConnectorId',
  'wallet_requestPermissions',
]

test('no wallet code is loaded before the pointer comes near', { tag: '@soak' }, async ({
  page,
  stack,
  request,
}) => {
  const scripts = new Set<string>()
  page.on('request', (requests) => {
    if (requests.resourceType() === 'script') scripts.add(requests.url())
  })
  const withWalletCode = async () => {
    const found: string[] = []
    for (const url of scripts) {
      const text = await (await request.get(url)).text()
      if (walletStrings.some((word) => text.includes(word))) found.push(url)
    }
    return found
  }
  await installed(page, stack)
  for (const path of drawn(['/', '/collections'], 1)) {
    await page.goto(path)
    await untilRest(page)
  }
  expect(scripts.size).toBeGreaterThan(2)
  expect(await withWalletCode()).toEqual([])

  await connect(page).hover()
  await expect.poll(withWalletCode, 'the words are those of the code').not.toEqual([])
})

test('every control of the dialogs has its name and role', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  const wallet = await installed(page, stack)
  wallet.setPolicy('personal_sign', 'wait')
  await page.goto('/')
  await connect(page).click()
  await expect(walletDialog(page)).toMatchAriaSnapshot(`
    - dialog "Connect to Platemark":
      - heading "Connect to Platemark" [level=2]
      - button "Close"
      - paragraph: Choose a wallet, then sign a message to sign in.
      - status
      - list:
        - listitem:
          - button /Demo wallet Test funds, embedded chains only Installed/
        - listitem:
          - button /MetaMask Installed/
        - listitem:
          - button /Abstract Installed/
        - listitem:
          - link /Rabby Wallet Download.*opens in a new tab/
        - listitem:
          - link /Zerion Download/
        - listitem:
          - link /OKX Wallet Download/
  `)

  await walletDialog(page)
    .getByRole('button', { name: /^MetaMask|M MetaMask/ })
    .click()
  await expect.poll(() => wallet.isAsking('personal_sign')).toBe(true)
  await expect(walletDialog(page).getByRole('status')).toHaveText(
    'Sign the message in the wallet',
  )
  await wallet.answer('personal_sign', 'reject')
  await expect(walletDialog(page).getByRole('alert')).toContainText(
    'You declined to sign.',
  )
  await expect(page.getByRole('region', { name: /^Messages/ })).toMatchAriaSnapshot(`
    - region /Messages/:
      - list:
        - listitem:
          - text: You declined to sign.
          - paragraph: The wallet was disconnected and nothing was saved.
          - button "Close this message"
  `)

  await walletDialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => wallet.isAsking('personal_sign')).toBe(true)
  await page.reload()
  // An earlier prompt is closed, so that it is not settled in place of the next.
  wallet.dropQuestions()
  await page.getByRole('button', { name: 'Connecting...' }).click()
  await expect(verifyDialog(page)).toMatchAriaSnapshot(`
    - dialog "Verify your account":
      - heading "Verify your account" [level=2]
      - button "Close"
      - paragraph: /Signing is free/
      - text: /MetaMask 0x/
      - button /Copy address 0x/
      - group: /Message you will sign/
      - button "Sign message"
      - button "Cancel"
  `)
  await verifyDialog(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(verifyDialog(page).getByRole('status').last()).toHaveText(
    'Waiting for your signature in MetaMask',
  )
  await wallet.answer('personal_sign', 'allow')

  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - button /Account menu/ [expanded]
      - button "Copy address"
      - menu "Account":
        - menuitem /Get test funds/
        - menuitem /Network/
        - separator
        - menuitem /Logout/
  `)
})

function installed(page: Page, stack: Stack) {
  return installWallet(page, 'io.metamask', firstNetwork(stack))
}

/**
 * Runs in the page: counts frames from the next press until the dialog is painted, and
 * returns the requests meanwhile.
 */
function watchOpening(): Promise<{ frames: number; resources: string[] }> {
  return new Promise((resolve) => {
    const onPress = ({ timeStamp }: PointerEvent) => {
      let frames = 0
      const next = () => {
        frames += 1
        // The DOM at the start of a frame is painted at its end.
        const dialog = document.querySelector('dialog[open]')
        if (!dialog?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          return void requestAnimationFrame(next)
        const resources = performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime >= timeStamp)
          .map(({ name }) => name)
        resolve({ frames, resources })
      }
      requestAnimationFrame(next)
    }
    addEventListener('pointerup', onPress, { capture: true, once: true })
  })
}
