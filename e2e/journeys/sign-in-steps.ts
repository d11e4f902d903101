import type { BrowserContext, Page } from '@playwright/test'
import { verifyDialog } from '../fixtures/account-parts.ts'
import { holdRuntime } from '../fixtures/intercept.ts'
import { expect, hydrated } from '../fixtures/stack.ts'
import type { BridgedWallet } from '../fixtures/wallet-bridge.ts'
import { type Call, endSessions, type Outage, type Way } from './sign-in-server.ts'
import { leavePendingMint } from './sign-in-storage.ts'
import type { Answer, Holder, Question } from './sign-in-wallets.ts'

/** Journey in progress. */
export type Journey = {
  context: BrowserContext
  /** Active tab. */
  page: Page
  wallet: Holder
  way: Way
  /** Origin of the server. */
  url: string
  /** A page was reloaded and has to restore its session. */
  isReturning: boolean
  allow(pattern: RegExp): void
}

/** Action of the user or the environment. */
export type Step = (journey: Journey) => Promise<void>

const header = (page: Page) => page.locator('header .connect')
const account = (page: Page) => page.locator('#account-button')
const walletDialog = (page: Page) => page.getByRole('dialog', { name: /^Connect to / })
const row = ({ page, wallet }: Journey) =>
  walletDialog(page).getByRole('button', { name: new RegExp(`^${wallet.name}`) })

export const visit: Step = async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await leavePendingMint(page)
}

export const openWallets: Step = async ({ page }) => {
  await header(page).click()
  await expect(walletDialog(page)).toBeVisible()
}

export const pick: Step = async (journey) => row(journey).click()

export const pickTwice: Step = async (journey) => row(journey).dblclick()

/** From the first visit to the wallet's first prompt. */
export const pickWallet: Step = async (journey) => {
  await visit(journey)
  await openWallets(journey)
  await pick(journey)
}

export const retry: Step = async ({ page }) =>
  walletDialog(page).getByRole('button', { name: 'Retry' }).click()

/** Settles the wallet's prompt. */
export const answer =
  (question: Question, answer: Answer): Step =>
  async ({ page, wallet }) =>
    wallet.answers(page, question, answer)

export const share = answer('connect', 'allow')
export const sign = answer('sign', 'allow')

export const whenPending =
  (question: Question): Step =>
  async ({ page, wallet }) =>
    wallet.isPending(page, question)

export const whenSignedIn: Step = ({ page }) => expect(account(page)).toBeVisible()

/** The focus arrives a moment after the user button, once the dialog has closed. */
export const whenFocused: Step = ({ page }) => expect(account(page)).toBeFocused()

export const whenSignedOut: Step = ({ page }) =>
  expect(header(page)).toHaveText('Connect Wallet')

export const whenConnecting: Step = ({ page }) =>
  expect(header(page)).toHaveText('Connecting...')

export const whenFailureShown: Step = ({ page }) =>
  expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()

export const whenMessaged: Step = ({ page }) =>
  expect(page.locator('.toast')).toBeVisible()

/** From the first visit to signed in. */
export const signIn: Step = async (journey) => {
  await pickWallet(journey)
  await share(journey)
  await sign(journey)
  await whenSignedIn(journey)
}

/** A wallet that stays connected while its page has no token. */
export const stayConnected: Step = async (journey) => {
  await pickWallet(journey)
  await share(journey)
  await whenPending('sign')(journey)
  await reload(journey)
  await whenConnecting(journey)
  // Earlier wallet events would be part of the response.
  await expect(header(journey.page)).not.toHaveAttribute('aria-busy', 'true')
}

export const reload: Step = async (journey) => {
  journey.isReturning = true
  journey.wallet.extension?.dropQuestions()
  await journey.page.reload()
  await hydrated(journey.page)
}

/** Checks the waiting header before the runtime has loaded: later states may be brief. */
export const reloadConnecting: Step = async (journey) => {
  const runtime = await holdRuntime(journey.page)
  await reload(journey)
  await whenConnecting(journey)
  runtime.release()
}

/** Navigates to another site, where none of this one's code runs. */
export const leave: Step = async ({ page }) => {
  await page.goto('about:blank')
}

export const comeBack: Step = async (journey) => {
  journey.isReturning = true
  await journey.page.goto('/')
  await hydrated(journey.page)
}

export const openVerify: Step = async ({ page }) => {
  await header(page).click()
  await expect(verifyDialog(page)).toBeVisible()
}

export const pressHeader: Step = ({ page }) => header(page).click()

export const pressSign: Step = ({ page }) =>
  verifyDialog(page).getByRole('button', { name: 'Sign message' }).click()

export const pressTryAgain: Step = ({ page }) =>
  verifyDialog(page).getByRole('button', { name: 'Try again' }).click()

export const pressCancel: Step = ({ page }) =>
  verifyDialog(page).getByRole('button', { name: 'Cancel' }).click()

/** Connected, the verify dialog open, its button pressed. */
export const verify: Step = async (journey) => {
  await stayConnected(journey)
  await openVerify(journey)
  await pressSign(journey)
}

export const pressEscape: Step = ({ page }) => page.keyboard.press('Escape')

export const pressCross: Step = ({ page }) =>
  page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

export const pressBeside: Step = ({ page }) => page.mouse.click(5, 500)

export const logOut: Step = async ({ page }) => {
  await account(page).click()
  await page.getByRole('menuitem', { name: /^Logout/ }).click()
}

export const byKeyboard =
  (...keys: string[]): Step =>
  async ({ page }) => {
    for (const key of keys) await page.keyboard.press(key)
  }

/** Presses Tab until an element of that name is focused. */
export const tabTo =
  (name: RegExp): Step =>
  async ({ page }) => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document
        return (
          activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
        )
      })
    for (let presses = 0; presses < 40; presses += 1) {
      if (name.test((await focused()).trim())) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${name}`)
  }

export const tabToWallet: Step = async (journey) => {
  // The placeholder dialog may be shown until the code has loaded.
  await expect(row(journey)).toBeVisible()
  await tabTo(new RegExp(`^.?${journey.wallet.name}`))(journey)
}

/** Runs a step in a second tab, which opens on first use. */
export const elsewhere =
  (step: Step): Step =>
  async (journey) => {
    const others = journey.context.pages().filter((page) => page !== journey.page)
    const page = others[0] ?? (await journey.context.newPage())
    await step({ ...journey, page })
  }

export const fails =
  (call: Call, outage: Outage): Step =>
  async ({ way, allow }) => {
    allow(/Failed to load resource/)
    await way.fails(call, outage)
  }

export const holds =
  (call: Call): Step =>
  ({ way }) =>
    way.holds(call)

export const holdsAnswer =
  (call: Call): Step =>
  ({ way }) =>
    way.holdsAnswer(call)

export const whenHeld: Step = ({ way }) => way.isHolding()

export const serverAnswers: Step = async ({ way }) => way.letsThrough()

/** Logs out everywhere, from another browser. */
export const endedElsewhere: Step = async ({ page, wallet, url, allow }) => {
  allow(/401/)
  const [account] = await wallet.accounts(page)
  if (account) await endSessions(url, account)
}

export const refusedSignature: Step = async ({ allow }) => allow(/401/)

export const controlTime: Step = ({ page }) => page.clock.install()

export const minutesPass =
  (minutes: number): Step =>
  ({ page }) =>
    page.clock.fastForward(minutes * 60_000)

/** Returns to the page after having left its tab. */
export const lookAgain: Step = ({ page }) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** Action that only an extension supports. */
const inExtension =
  (act: (extension: BridgedWallet) => unknown): Step =>
  async ({ wallet }) => {
    if (!wallet.extension) throw new Error(`${wallet.name} is not an extension`)
    await act(wallet.extension)
  }

export const switchAccount = inExtension((extension) => extension.switchAccount())
export const takePermissionBack = inExtension((extension) => extension.disconnect())
export const appear = inExtension((extension) => extension.announce())
export const uninstall = inExtension((extension) => extension.uninstall())
export const installAgain = inExtension((extension) => extension.install())
export const lock = inExtension((extension) =>
  extension.setPolicy('eth_accounts', 'empty'),
)
export const unlock = inExtension((extension) =>
  extension.setPolicy('eth_accounts', 'allow'),
)
export const fallSilent = inExtension((extension) =>
  extension.setPolicy('eth_accounts', 'silent'),
)
