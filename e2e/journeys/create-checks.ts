import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import {
  canMove,
  EDITION,
  paysRoyalty,
  readBytes,
  readMetadata,
  readOverview,
  sendReveal,
} from '../fixtures/deployed-collection.ts'
import { isFull } from '../fixtures/extent.ts'
import { expect } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import type { Sale } from '../fixtures/wizard.ts'
import { type Made, network, TEXT } from './create-made.ts'

/** Kinds in the order of the contracts. */
const kinds: readonly Sale['kind'][] = ['Drop', 'Open edition', 'Edition']

/** Asserts that the contract has what was entered. */
export async function checkContract(stack: Stack, made: Made): Promise<void> {
  const { plan, amounts, label, publicAt, address, creator, collectors } = made
  const overview = await readOverview(stack, network, address)
  expect(overview).toMatchObject({
    ...{ name: label, owner: creator, creator },
    kind: kinds.indexOf(plan.sale.kind),
    transferable: !plan.sale.isSoulbound,
    maxSupply: BigInt(plan.sale.supply ?? 0),
    publicPhase: {
      price: parseEther(amounts.everyone),
      ...{ start: publicAt, end: publicAt + 86_400, walletLimit: 5 },
    },
  })
  if (!plan.hasSplit) {
    expect(overview.royaltyReceiver).toBe(creator)
    return
  }
  const bps = amounts.share * 100
  const payees = [
    { account: creator, bps: 10_000 - bps },
    { account: collectors.stranger.address, bps },
  ]
  expect(overview.payees).toEqual(payees)
  await paysRoyalty(stack, network, address, payees)
}

/** Asserts that the tokens show nothing of their works, and reveals them. */
export async function revealTokens(
  stack: Stack,
  made: Made,
  file: string,
): Promise<void> {
  const { works, label, address, account } = made
  const place = { address, kind: 0, id: 1n }
  const hidden = await readMetadata(stack, network, place)
  expect(hidden).toMatchObject({ name: `${label} #1`, attributes: [] })
  const bytes = await readBytes(hidden.image)
  expect(works.some(({ file }) => file.buffer.equals(bytes))).toBe(false)
  await sendReveal(stack, network, { address, account, file })
  await expect
    .poll(async () => (await readMetadata(stack, network, place)).attributes)
    .not.toEqual([])
}

/** Asserts what markets read of the minted tokens, and which of them can be moved. */
export async function checkTokens(stack: Stack, made: Made): Promise<void> {
  const { plan, works, label, address, collectors, revealFile } = made
  const { kind } = await readOverview(stack, network, address)
  const isSet = plan.art.kind === 'set'
  const minted = isFull ? [1, 2, 3] : [1, 2]
  const shown = new Set<string>()
  for (const id of kind === EDITION ? [1] : minted) {
    const place = { address, kind, id: BigInt(id) }
    const metadata = await readMetadata(stack, network, place)
    shown.add(metadata.name)
    // A reveal shuffles the works.
    const ordered = isSet ? works[id - 1] : works[0]
    const work = revealFile ? works.find(({ name }) => name === metadata.name) : ordered
    expect(metadata).toMatchObject({
      name: isSet ? work?.name : kind === EDITION ? label : `${label} #${id}`,
      description: isSet ? work?.description : TEXT,
      attributes: isSet ? work?.attributes : [],
    })
    const bytes = await readBytes(metadata.animation_url ?? metadata.image)
    expect(bytes.equals(work?.file.buffer ?? Buffer.of())).toBe(true)
  }
  if (kind === EDITION) return
  expect(shown.size).toBe(minted.length)
  const token = { address, owner: collectors.friend.address }
  expect(await canMove(stack, network, token)).toBe(!plan.sale.isSoulbound)
}

/** Asserts that the page of the first token shows its picture. */
export async function checkTokenView(page: Page, { path }: Made): Promise<void> {
  await page.goto(`${path}?token=1`)
  const view = page.getByRole('dialog')
  await expect(view.getByRole('heading', { level: 2 })).toBeVisible()
  const art = view.locator('.token-art img')
  await expect
    .poll(() => art.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}
