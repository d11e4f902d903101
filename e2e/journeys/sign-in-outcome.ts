import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/stack.ts'
import { countSessions } from './sign-in-server.ts'
import type { Journey } from './sign-in-steps.ts'
import { findPendingMint, readStorage } from './sign-in-storage.ts'

/** How a journey ends: everything that can be seen of it, by people and by machines. */
export type End = {
  /** What the header's right side reads; `account` is the picture with the menu. */
  header: 'Connect Wallet' | 'Connecting...' | 'account'
  dialog: 'none' | 'Connect to Platemark' | 'Verify your account'
  /** What the open dialog says went wrong. */
  alert: string[] | null
  /** Titles of the messages of the whole journey. */
  toasts: string[]
  /** `gone`: it shares nothing by itself, and the page may know it for when it comes back. */
  wallet: 'connected' | 'disconnected' | 'gone'
  token: 'kept' | 'none'
  /** Sessions the server holds open for the person. */
  sessions: number
  /** How often the wallet was asked for a signature. */
  signatures: number
  /** What is left in local storage, where that is said. */
  left?: string[]
}

/** What signing in may ask of a wallet: nothing that moves or approves anything. */
const harmless = [
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'personal_sign',
  'wallet_requestPermissions',
  'wallet_revokePermissions',
]

/** Until when a page that comes back may still be finding out who is here. */
const RETURN_MS = 1_300

/** Compares every tab, the wallet and the server with how the journey is to end. */
export async function expectEnd(
  journey: Journey,
  toasts: readonly string[],
  wanted: End,
): Promise<void> {
  const end = withName(wanted, journey.wallet.name)
  const pages = journey.context.pages()
  for (const page of pages) await expectHeader(page, end)
  if (journey.isReturning && end.header !== 'account') {
    // Nothing tells that nothing more will happen, so it is given the time it may take.
    await journey.page.waitForTimeout(RETURN_MS)
    for (const page of pages) await expectHeader(page, end)
  }
  await look(journey, toasts, end)
  if (end.dialog !== 'none') await expectAccessible(journey.page)
  // What comes late is there at the second look: the first takes its time.
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
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
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

/** Signing in asks for a signature and nothing else that a person would have to weigh. */
function expectMethods({ wallet }: Journey, { signatures }: End) {
  const calls = wallet.calls()
  const others = [...calls.keys()].filter((name) => !harmless.includes(name))
  expect(others, 'calls that signing in has no need of').toEqual([])
  expect(calls.get('personal_sign') ?? 0, 'signatures asked for').toBe(signatures)
}
