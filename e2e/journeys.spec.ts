import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { type Situation, situations } from './journeys.ts'
import { expectEnd } from './journeys-end.ts'
import { wayToServer } from './journeys-server.ts'
import type { Journey } from './journeys-steps.ts'
import {
  holdDemoWallet,
  holdExtension,
  type JourneyWallet,
  journeyWallets,
} from './journeys-wallets.ts'
import { test } from './stack.ts'
import type { Stack } from './start-stack.ts'

/**
 * Every situation of signing in and out, once each, the wallets taking turns. The soak gives a
 * seed: each situation with every wallet, in the order that follows, but for what passed before.
 */
const { JOURNEYS_SEED: seed, JOURNEYS_SKIP: skip } = process.env
const passed = skip ? new Set<string>(JSON.parse(readFileSync(skip, 'utf8'))) : undefined
const journeys = seed === undefined ? oneOfEach() : shuffled(everyOne(), Number(seed))

test.describe.configure({ mode: 'parallel' })

for (const { situation, wallet } of journeys) {
  const name = `${wallet.name}: ${situation.name} @sign-in`
  if (passed?.has(name)) continue
  test(name, async ({ context, page, stack, faults }) => {
    const toasts = await hearToasts(context)
    const journey: Journey = {
      ...{ context, page, url: stack.url, isReturning: false, allow: faults.allow },
      wallet: await hold(context, wallet, situation, stack),
      way: wayToServer(context),
    }
    for (const step of situation.steps) await step(journey)
    await expectEnd(journey, toasts, situation.end)
  })
}

type Pair = { situation: Situation; wallet: JourneyWallet }

function everyOne(): Pair[] {
  return situations.flatMap((situation) =>
    walletsOf(situation).map((wallet) => ({ situation, wallet })),
  )
}

function oneOfEach(): Pair[] {
  const different = situations.filter(({ isVariant }) => !isVariant)
  return different.flatMap((situation, turn) => {
    const able = walletsOf(situation)
    const wallet = able[turn % able.length]
    return wallet ? [{ situation, wallet }] : []
  })
}

function walletsOf({ wallets }: Situation): JourneyWallet[] {
  return journeyWallets.filter(
    ({ id }) => wallets === 'all' || (wallets === 'demo') === (id === 'demo'),
  )
}

/** The same list in an order of its own for each seed. */
function shuffled<T>(list: T[], seed: number): T[] {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state
  }
  return list
    .map((item) => ({ item, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

function hold(
  context: BrowserContext,
  { id, name }: JourneyWallet,
  { arrival = 'at once' }: Situation,
  { rpcUrls }: Stack,
) {
  if (id === 'demo') return holdDemoWallet(context)
  const networks = { 31337: rpcUrls.local, 31338: rpcUrls['local-two'] }
  return holdExtension(context, id, { name, arrival, rpcUrls: networks })
}

/** The titles of the messages that appear in any tab, as they come. */
async function hearToasts(context: BrowserContext): Promise<readonly string[]> {
  const titles: string[] = []
  await context.exposeFunction('heard_toast', (title: string) => {
    titles.push(title)
  })
  await context.addInitScript(() => {
    const seen = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const title of document.querySelectorAll('.toast b')) {
        if (seen.has(title)) continue
        seen.add(title)
        // Safe: the function is exposed before any document is opened.
        const window = globalThis as unknown as { heard_toast(title: string): void }
        window.heard_toast(title.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return titles
}
