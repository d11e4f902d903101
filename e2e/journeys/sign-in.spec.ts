import type { BrowserContext } from '@playwright/test'
import { drawn, isFull, seed } from '../fixtures/extent.ts'
import { test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'
import { expectEnd } from './sign-in-outcome.ts'
import { wayToServer } from './sign-in-server.ts'
import { chosen, type Situation, situations } from './sign-in-situations.ts'
import type { Journey } from './sign-in-steps.ts'
import {
  holdDemoWallet,
  holdExtension,
  type JourneyWallet,
  journeyWallets,
} from './sign-in-wallets.ts'

/**
 * Journeys of signing in and out. `npm test` runs a quarter of the chosen ones, by its seed;
 * the soak runs each situation with each wallet, shuffled by its seed.
 */
const journeys = isFull ? shuffled(allPairs(), seed) : drawn(chosenPairs(), 3)

test.describe.configure({ mode: 'parallel' })

for (const { situation, wallet } of journeys) {
  test(`${wallet.name}: ${situation.name}`, async ({ context, page, stack, faults }) => {
    const toasts = await recordToasts(context)
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

function allPairs(): Pair[] {
  return situations.flatMap((situation) =>
    walletsOf(situation).map((wallet) => ({ situation, wallet })),
  )
}

function chosenPairs(): Pair[] {
  const pairs = allPairs()
  return chosen.map((wanted) => {
    const pair = pairs.find(
      ({ situation, wallet }) =>
        situation.name === wanted.situation && wallet.name === wanted.wallet,
    )
    if (!pair) throw new Error(`${wanted.wallet} does not support: ${wanted.situation}`)
    return pair
  })
}

function walletsOf({ wallets }: Situation): JourneyWallet[] {
  return journeyWallets.filter(
    ({ id }) => wallets === 'all' || (wallets === 'demo') === (id === 'demo'),
  )
}

/** Shuffles the list by seed. */
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
  stack: Stack,
) {
  if (id === 'demo') return holdDemoWallet(context)
  return holdExtension(context, id, { name, arrival, ...bothNetworks(stack) })
}

/** Records the titles of toasts in any tab. */
async function recordToasts(context: BrowserContext): Promise<readonly string[]> {
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
