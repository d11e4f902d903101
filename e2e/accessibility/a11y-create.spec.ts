import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { updateDraft } from '@platemark/api/studio'
import type { Page } from '@playwright/test'
import type { PrivateKeyAccount } from 'viem'
import { noisePng } from '../../apps/server/test/png.ts'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { violations } from '../fixtures/axe.ts'
import { pairs } from '../fixtures/extent.ts'
import {
  createChainClient,
  fund,
  resumeMining,
  stopMining,
} from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'

/**
 * States of `/create` between its steps. Each fits every width, and is checked by axe where it
 * is narrowest and where it is widest, once in each theme.
 */

const soak = { tag: ['@soak'] }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Asserts that a page as it stands fits its width and has no accessibility fault. */
async function audit(page: Page, state: string) {
  for (const { width, theme, isSoak } of pairs) {
    const place = `${state}, ${width} px, ${theme}`
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    const [wide, inside] = await page.evaluate(() => [
      document.documentElement.scrollWidth - window.innerWidth,
      document.querySelector('dialog[open]') ? 'dialog[open]' : undefined,
    ])
    expect(wide, place).toBeLessThanOrEqual(0)
    if (!isSoak) expect(await violations(page, inside), place).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

async function open(page: Page, stack: Stack, path = '/create?step=art') {
  const { url } = stack
  const wallet = await openWithSession(page, { url, path }, bothNetworks(stack))
  await hydrated(page)
  // Safe: the wallet has accounts.
  const [creator] = wallet.accounts as [PrivateKeyAccount]
  return { wallet, api: await signIn(url, creator, 31_337) }
}

const draftOf = (fields: object) => ({
  fields: {
    ...({ chain_alias: 'local', kind: 'drop', name: 'Paper Moons' } as const),
    ...fields,
  },
  ...{ image: undefined, cover: undefined, lists: [] },
})

test(
  'drafts, none, one changed elsewhere, and the small dialogs have no accessibility fault',
  soak,
  async ({ page, stack, faults }) => {
    test.setTimeout(300_000)
    faults.allow(/status of (404|409)/)
    const { api } = await open(page, stack, '/create')
    const id = await makeDraft(api, draftOf({}))
    await makeDraft(
      api,
      draftOf({ name: 'A name that is as long as a name can be, and then some' }),
    )
    await page.goto('/create')
    await expect(page.getByText('You have 2 unfinished drafts.')).toBeVisible()
    await audit(page, 'choice of drafts')
    await page.goto('/create?draft=00000000-0000-4000-8000-000000000000&step=art')
    await expect(page.getByText('This draft does not exist')).toBeVisible()
    await audit(page, 'no such draft')

    await page.goto(`/create?draft=${id}&step=art`)
    await hydrated(page)
    const image = {
      name: 'moon.png',
      mimeType: 'image/png',
      buffer: noisePng(400_000, '1'),
    }
    await page.locator('input[type=file]').first().setInputFiles(image)
    await button(page, 'Crop').click()
    await audit(page, 'crop')
    await button(page, 'Cancel').click()
    await page.goto(`/create?draft=${id}&step=details`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await expect(name).toHaveValue('Paper Moons')
    await api.call(updateDraft, {
      ...{ params: { contract_id: id }, body: { name: 'Paper Moons II' } },
    })
    await name.fill('Paper Moons III')
    await expect(page.getByText('This draft was changed elsewhere')).toBeVisible()
    await audit(page, 'changed elsewhere')
    await page.setViewportSize({ width: 320, height: 700 })
    await button(page, 'Preview').click()
    await audit(page, 'preview')
  },
)

test(
  'an upload that waits, is paused or has stopped has no accessibility fault',
  soak,
  async ({ page, stack, context, faults }, testInfo) => {
    test.setTimeout(300_000)
    faults.allow(/ERR_INTERNET_DISCONNECTED|status of (404|503)/)
    const folder = testInfo.outputPath('tides')
    mkdirSync(folder, { recursive: true })
    for (const id of [1, 2, 3]) {
      writeFileSync(join(folder, `${id}.png`), noisePng(300_000, String(id)))
    }
    const { api } = await open(page, stack)
    const id = await makeDraft(api, draftOf({ art: 'set' }))
    await page.goto(`/create?draft=${id}&step=art`)
    await page.route('**/uploads/*/*', (route) =>
      route.request().method() === 'PUT' ? undefined : route.fallback(),
    )
    await page.getByLabel('Folder of the set').setInputFiles(folder)
    await expect(page.getByText('0 of 3 files').first()).toBeVisible()
    await audit(page, 'sending')
    await button(page, 'Pause').click()
    await audit(page, 'paused')
    await button(page, 'Edit #2').click()
    await audit(page, 'work')
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await button(page, 'Resume').click()
    await expect(page.getByText('You are offline. Retrying automatically.')).toBeVisible()
    await audit(page, 'offline')
  },
)

test(
  'a deployment without funds, dropped and done has no accessibility fault',
  soak,
  async ({ page, stack }) => {
    test.setTimeout(300_000)
    const { wallet, api } = await open(page, stack)
    const id = await makeDraft(
      api,
      draftOf({ symbol: 'MOONS', max_supply: 12, phases: [openPhase()] }),
    )
    await page.goto(`/create?draft=${id}&step=review`)
    await button(page, /^Deploy on /).click()
    const again = button(page, 'Try again')
    await expect(page.getByText('Not enough for the network fee')).toBeVisible()
    await audit(page, 'no funds')
    await fund(stack, wallet)
    const chain = createChainClient(stack)
    await stopMining(chain)
    try {
      await again.click()
      await expect(page.getByText(/^Waiting for a block/)).toBeVisible()
      await audit(page, 'waiting for a block')
      const block = await chain.request({
        method: 'eth_getBlockByNumber',
        params: ['pending', true],
      })
      for (const sent of block?.transactions ?? []) {
        if (typeof sent === 'string' || sent.from !== wallet.address().toLowerCase())
          continue
        await chain.request({
          method: 'anvil_dropTransaction',
          params: [sent.hash],
        } as never)
      }
    } finally {
      await resumeMining(chain)
    }
    await expect(page.getByText('Harbour dropped the transaction')).toBeVisible({
      timeout: 90_000,
    })
    await audit(page, 'dropped')
    await again.click()
    await expect(page.getByRole('link', { name: 'Open page' })).toBeVisible()
    await audit(page, 'live')
    await page.goto(`/create?draft=${id}&step=art`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Paper Moons is deployed',
    )
    await audit(page, 'deployed draft')
  },
)
