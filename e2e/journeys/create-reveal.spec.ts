import type { Route } from '@playwright/test'
import type { PrivateKeyAccount } from 'viem'
import { signIn } from '../../tools/local/api.ts'
import { makeDraft } from '../../tools/local/collection.ts'
import { drawThree } from '../fixtures/made-works.ts'
import { fund, rabby } from '../fixtures/mint-panel.ts'
import { openPhase } from '../fixtures/new-collection.ts'
import {
  downloadRevealFile,
  readRevealBack,
  revealPanel,
} from '../fixtures/reveal-file.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { deploy, deployed, saved } from '../fixtures/wizard.ts'

/** A hidden set, whose reveal file is read back before it is deployed. */

test('a hidden set is deployed once its reveal file was read back', async ({
  page,
  stack,
  faults,
}, testInfo) => {
  faults.allow(/ERR_FAILED/)
  const wallet = await rabby(page, stack)
  await fund(stack, wallet)
  // Safe: the wallet has accounts.
  const [creator] = wallet.accounts as [PrivateKeyAccount]
  const id = await makeDraft(await signIn(stack.url, creator, 31_337), {
    fields: {
      ...{ chain_alias: 'local', kind: 'drop', symbol: 'HIDE', name: 'Hidden Moons' },
      ...{ max_supply: 3, art: 'set', shown: 'at_reveal', phases: [openPhase()] },
    },
    ...{ image: undefined, cover: undefined, lists: [] },
  })
  await page.goto(`/create?draft=${id}&step=art`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Rabby/ }).click()
  const reading = Promise.withResolvers<void>()
  await page.route('**/works/report', async (route) => {
    if (route.request().method() === 'GET') await reading.promise
    await route.fallback()
  })
  const offline = (route: Route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback()
  await page.route('**/works/report', offline)
  await page.getByLabel('Files of the set').setInputFiles(await drawThree())
  await expect(page.getByText('All files are uploaded.', { exact: true })).toBeVisible()
  // Without a sheet the order of the file names is asked about, also before the set was read.
  await page.getByRole('button', { name: /^Confirm/ }).click()
  reading.resolve()
  await expect(page.getByRole('alert')).toContainText('The correction was not saved')
  await expect(page.getByText('All 3 items are fine.')).toBeHidden()
  await page.unroute('**/works/report', offline)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('All 3 items are fine.')).toBeVisible()

  // The draft that was read after the upload is older than what is entered since.
  const step = (name: string) =>
    page.getByRole('list', { name: 'Steps' }).getByRole('link', { name }).click()
  const description = page.getByRole('textbox', { name: 'Description' })
  await step('Details')
  await description.fill('Three moons.')
  await description.blur()
  await expect(saved(page)).toBeVisible()
  await page.getByRole('link', { name: 'Create', exact: true }).first().click()
  await page.getByRole('link', { name: /Hidden Moons/ }).click()
  await step('Details')
  await expect(description).toHaveValue('Three moons.')
  await step('Review')

  const panel = revealPanel(page)
  await expect(page.getByText(/^Make the reveal file and keep it/)).toBeVisible()
  const text = await downloadRevealFile(page, (name) => testInfo.outputPath(name))
  const { commitment, contract_id, secret } = JSON.parse(text)
  expect(contract_id).toBe(id)

  const other = secret.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0'))
  await readRevealBack(page, text.replace(secret, other))
  await expect(panel.getByRole('alert')).toContainText('The reveal file was changed')
  await readRevealBack(page, text)
  await expect(panel).toContainText('Your reveal file is saved.')
  await expect(page.locator('.terms')).toContainText(`fixed by ${commitment.slice(0, 6)}`)
  await deploy(page).click()
  await expect(deployed(page)).toBeVisible()
  await page.getByRole('link', { name: 'Open in Studio' }).click()
  await expect(page).toHaveURL(`/studio/${id}`)
  await expect(
    page.getByRole('heading', { name: 'Hidden Moons', level: 1 }),
  ).toBeVisible()
})
