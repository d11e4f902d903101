import type { Page } from '@playwright/test'
import { violations } from '../fixtures/axe.ts'
import { isFull } from '../fixtures/extent.ts'
import { expect } from '../fixtures/stack.ts'
import { countSessions } from './sign-in-server.ts'
import type { Journey } from './sign-in-steps.ts'
import { findPendingMint, readStorage } from './sign-in-storage.ts'

/** Expected end of a journey: everything visible to users and tests. */
export type End = {
  /** Right side of the header; `account` is the picture with the menu. */
  header: 'Connect Wallet' | 'Connecting...' | 'account'
  dialog: 'none' | 'Connect to Platemark' | 'Verify your account'
  /** Error of the open dialog. */
  alert: string[] | null
  /** Titles of all toasts of the journey. */
  toasts: string[]
  /** `gone`: it shares no account, and the page may remember its connector. */
  wallet: 'connected' | 'disconnected' | 'gone'
  token: 'kept' | 'none'
  /** Number of the user's open sessions on the server. */
  sessions: number
  /** Number of signature requests. */
  signatures: number
  /** Expected local storage, where specified. */
  left?: string[]
}

/** Methods that signing in may call: none that transfers or approves. */
const harmless = [
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'personal_sign',
  'wallet_requestPermissions',
  'wallet_revokePermissions',
]

/** Maximum time for a returning page to restore its session. */
const RETURN_MS = 1_300

/** Asserts that every tab, the wallet and the server match the expected end. */
export async function expectEnd(
  journey: Journey,
  toasts: readonly string[],
  wanted: End,
): Promise<void> {
  const end = withName(wanted, journey.wallet.name)
  const pages = journey.context.pages()
  for (const page of pages) await expectHeader(page, end)
  if (journey.isReturning && end.header !== 'account') {
    // The end of all activity has no event, so wait the maximum time.
    await journey.page.waitForTimeout(RETURN_MS)
    for (const page of pages) await expectHeader(page, end)
  }
  await look(journey, toasts, end)
  if (end.dialog !== 'none') await expectAccessible(journey.page)
  // Late changes are caught by the second check, after the first.
  await look(journey, toasts, end)
}

async function look(journey: Journey, toasts: readonly string[], end: End) {
  for (const page of journey.context.pages()) await expectDialog(page, end)
  await expect.poll(() => stateOf(journey)).toMatchObject(stateIn(end))
  await expect.poll(() => toasts, 'messages').toEqual(end.toasts)
  expectMethods(journey, end)
  const mint = await findPendingMint(journey.page)
  expect(mint, 'a mint that was sent before is still known').toBeTruthy()
  for (const page of journey.context.pages()) await expectHeader(page, end)
}

function withName(end: End, name: string): End {
  const named = (text: string) => text.replaceAll('{wallet}', name)
  return {
    ...end,
    alert: end.alert?.map(named) ?? null,
    toasts: end.toasts.map(named),
  }
}

async function expectHeader(page: Page, { header }: End) {
  if (header === 'account') return expect(page.locator('#account-button')).toBeVisible()
  await expect(page.locator('header .connect')).toHaveText(header)
}

async function expectDialog(page: Page, { dialog, alert }: End) {
  const open = page.getByRole('dialog')
  if (dialog === 'none') return expect(open).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
  await expect(open).toHaveCount(1)
  const alerts = open.getByRole('alert')
  await expect(alerts).toHaveCount(alert === null ? 0 : 1)
  for (const text of alert ?? []) await expect(alerts).toContainText(text)
}

async function expectAccessible(page: Page) {
  // The rest of the page is no other than before.
  expect(await violations(page, isFull ? undefined : 'header')).toEqual([])
}

function stateIn({ wallet, token, sessions, left }: End) {
  return {
    ...{ token, sessions },
    isShared: wallet === 'connected',
    ...(wallet !== 'gone' && { isRemembered: wallet === 'connected' }),
    ...(left && { left }),
  }
}

async function stateOf({ page, wallet, url }: Journey) {
  const { hasWallet, token, keys } = await readStorage(page)
  const accounts = await wallet.accounts(page)
  const counts = await Promise.all(accounts.map((account) => countSessions(url, account)))
  return {
    isShared: await wallet.isConnected(page),
    isRemembered: hasWallet,
    token: token ? 'kept' : 'none',
    sessions: counts.reduce((sum, one) => sum + one, 0),
    left: keys,
  }
}

/** Asserts that signing in prompted for nothing but a signature. */
function expectMethods({ wallet }: Journey, { signatures }: End) {
  const calls = wallet.calls()
  const others = [...calls.keys()].filter((name) => !harmless.includes(name))
  expect(others, 'calls that signing in has no need of').toEqual([])
  expect(calls.get('personal_sign') ?? 0, 'signature requests').toBe(signatures)
}
