import { AxeBuilder } from '@axe-core/playwright'
import { collectionAbi } from '@platemark/abi/collection'
import type { Page, Route } from '@playwright/test'
import { createClient, encodeFunctionData, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { someoneElse } from './mint-page.ts'
import { newCollection, openPhase } from './new-collection.ts'
import { expect, hydrated } from './stack.ts'
import type { Stack } from './start-stack.ts'

/** Example collections: a drop of 240 of which 188 are minted, and an edition. */
export const drop = '/collection/local/low-sun'
export const edition = '/collection/local/undertow'

export const section = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) })
export const panel = (page: Page) =>
  page.getByRole('region', { name: 'Mint', exact: true })
export const fact = (page: Page, name: string) =>
  page.locator('.collection-facts > div', { hasText: name }).locator('dd')

/** Goes down the page part by part, as a reader does, until it has come to its end. */
export async function toEnd(page: Page) {
  await page.locator('.lower').evaluate((element) => element.scrollIntoView())
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible()
  for (const id of ['items', 'holders', 'activity', 'changes', 'share', 'more']) {
    const part = page.locator(`#${id}`)
    // A part with nothing to show goes away, and is not waited for.
    await part.evaluateAll(([element]) => element?.scrollIntoView())
    // What stands there until the part is near is not busy; what loads is.
    await expect(part.locator('.skeleton:not([aria-busy] *)')).toHaveCount(0)
  }
  const end = page.getByRole('button', { name: 'Report this collection' })
  await end.evaluate((element) => element.scrollIntoView())
}

/** Fails when the page has an accessibility fault as it stands. */
export async function fault(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Opens a page and waits until its stream has begun. */
export async function openLive(page: Page, path: string) {
  const begins = page.waitForResponse((response) => response.url().endsWith('/events'))
  await page.goto(path)
  await hydrated(page)
  await begins
}

export function refuse(
  route: Route,
  status: number,
  code: string,
  headers: Record<string, string> = {},
) {
  return route.fulfill({
    status,
    headers,
    contentType: 'application/json',
    body: JSON.stringify({
      error: {
        code,
        message: 'Something went wrong on our side.',
        request_id: `01TEST${Date.now()}`,
      },
    }),
  })
}

/** A new drop with its address and id. */
export async function fresh(
  stack: Stack,
  name: string,
  creatorKey: Hex = generatePrivateKey(),
) {
  const path = await newCollection({
    ...{ url: stack.url, name, phases: [openPhase()], creatorKey },
  })
  const answer = await fetch(
    `${stack.url}/api/contract${path.slice('/collection'.length)}`,
  )
  const { data } = await answer.json()
  return { path, address: data.contract_address as Hex, id: data.contract_id as string }
}

/** Somebody new mints, at the price of `openPhase`; resolves with their key. */
export async function mint(stack: Stack, address: Hex, quantity: number): Promise<Hex> {
  const key = await someoneElse(stack)
  const answer = await fetch(`${stack.url}/api/contract/local/${address}`)
  const { data } = await answer.json()
  const unit = BigInt(data.phases[0].price_wei) + BigInt(data.mint_fee_wei)
  await send(stack, key, {
    to: address,
    data: encodeFunctionData({
      abi: collectionAbi,
      functionName: 'mint',
      args: [BigInt(quantity)],
    }),
    value: unit * BigInt(quantity),
  })
  return key
}

export async function send(
  { rpcUrls }: Stack,
  key: Hex,
  transaction: { to: Hex; data: Hex; value?: bigint },
) {
  const client = createClient({ chain: foundry, transport: http(rpcUrls.local) })
  const hash = await sendTransaction(client, {
    account: privateKeyToAccount(key),
    ...transaction,
  })
  await waitForTransactionReceipt(client, { hash, pollingInterval: 100 })
}
