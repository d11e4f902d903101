import type { BrowserContext, Page } from '@playwright/test'
import { type Hex, isHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from '../fixtures/stack.ts'
import { type BridgedWallet, installWallet } from '../fixtures/wallet-bridge.ts'

/** Wallets of the journeys, by their name in the dialog. */
export const journeyWallets = [
  { id: 'io.metamask', name: 'MetaMask' },
  { id: 'io.rabby', name: 'Rabby Wallet' },
  { id: 'io.zerion.wallet', name: 'Zerion' },
  { id: 'com.okex.wallet', name: 'OKX Wallet' },
  { id: 'demo', name: 'Demo wallet' },
] as const
export type JourneyWallet = (typeof journeyWallets)[number]

/** Prompts of a wallet: sharing an account, and signing a message. */
export type Question = 'connect' | 'sign'
/** Outcome of a prompt, by user or wallet. */
export type Answer =
  | 'allow'
  | 'reject'
  | 'locked'
  | 'pending'
  | 'broken'
  | 'empty'
  | 'forged'

/** Wallet with its user: every prompt stays pending until it is settled. */
export type Holder = {
  name: string
  /** Waits for a prompt and leaves it pending. */
  isPending(page: Page, question: Question): Promise<void>
  answers(page: Page, question: Question, answer: Answer): Promise<void>
  /** True while the wallet shares an account with the page. */
  isConnected(page: Page): Promise<boolean>
  accounts(page: Page): Promise<readonly PrivateKeyAccount[]>
  /** Number of calls of a method. */
  calls(): Map<string, number>
  /** Controls of an extension; the demo wallet has none. */
  extension?: BridgedWallet
}

type HoldOptions = { name: string; rpcUrls: Record<number, string>; arrival: Arrival }
/** Announcement of an extension: at once, with a delay in each page, or on demand. */
export type Arrival = 'at once' | 'late' | 'on demand'

/** Installs the extension in every page. */
export async function holdExtension(
  context: BrowserContext,
  id: string,
  { name, rpcUrls, arrival }: HoldOptions,
): Promise<Holder> {
  const extension = await installWallet(context, id, {
    ...{ name, rpcUrls },
    isLate: arrival === 'on demand',
    ...(arrival === 'late' && { lateMs: 300 }),
  })
  extension.setPolicy('eth_requestAccounts', 'wait')
  extension.setPolicy('personal_sign', 'wait')
  const methodOf = { connect: 'eth_requestAccounts', sign: 'personal_sign' }
  return {
    name,
    extension,
    isPending: (_, question) =>
      expect.poll(() => extension.isAsking(methodOf[question])).toBe(true),
    answers: (_, question, answer) => extension.answer(methodOf[question], answer),
    isConnected: async () => extension.isConnected(),
    accounts: async () => extension.accounts,
    calls: () => count(extension.methods(), (name) => extension.calls(name).length),
  }
}

/** Controls the in-page wallet; it shares its account without a prompt. */
export async function holdDemoWallet(context: BrowserContext): Promise<Holder> {
  const methods: string[] = []
  await context.exposeFunction('heard_demo_wallet', (method: string) => {
    methods.push(method)
  })
  await context.addInitScript(listenToDemoWallet)
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sign a message' })
  return {
    name: 'Demo wallet',
    isPending: async (page, question) => {
      if (question === 'sign') await expect(sheet(page)).toBeVisible()
    },
    answers: async (page, question, answer) => {
      if (question === 'connect') return
      const name = answer === 'allow' ? 'Sign' : 'Reject'
      await sheet(page).getByRole('button', { name, exact: true }).click()
      await expect(sheet(page)).toBeHidden()
    },
    isConnected: async (page) => (await page.evaluate(readDemoWallet)).isShared,
    accounts: async (page) => {
      const { privateKey } = await page.evaluate(readDemoWallet)
      return privateKey ? [privateKeyToAccount(hexOf(privateKey))] : []
    },
    calls: () =>
      count(
        [...new Set(methods)],
        (name) => methods.filter((one) => one === name).length,
      ),
  }
}

function count(names: string[], of: (name: string) => number): Map<string, number> {
  return new Map(names.map((name) => [name, of(name)]))
}

function hexOf(text: string): Hex {
  if (!isHex(text)) throw new Error('The demo wallet has no key.')
  return text
}

/**
 * Runs in the page, before any script of it: forwards the wallet's prompts to this
 * process.
 */
function listenToDemoWallet() {
  type Call = { method: string }
  type Provider = { request(call: Call): Promise<unknown>; isRecorded?: true }
  addEventListener('eip6963:announceProvider', (event) => {
    if (!(event instanceof CustomEvent) || event.detail.info.rdns !== 'demo') return
    const provider: Provider = event.detail.provider
    if (provider.isRecorded) return
    const { request } = provider
    provider.isRecorded = true
    provider.request = (call) => {
      // Safe: the function is exposed before any document is opened.
      const window = globalThis as unknown as {
        heard_demo_wallet(method: string): Promise<void>
      }
      void window.heard_demo_wallet(call.method)
      return request(call)
    }
  })
}

/** Runs in the page: returns the demo wallet's stored data. */
async function readDemoWallet(): Promise<{ privateKey?: string; isShared: boolean }> {
  const databases = await indexedDB.databases()
  const name = 'platemark-demo-wallet'
  if (!databases.some((database) => database.name === name)) return { isShared: false }
  const database = await settled(indexedDB.open(name))
  const kept = await settled(
    database.transaction('wallet').objectStore('wallet').get('only'),
  )
  database.close()
  return kept ?? { isShared: false }

  function settled<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  }
}
