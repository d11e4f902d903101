import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { moveChainTo, readChainTime } from '../fixtures/deployed-collection.ts'
import { createChainClient } from '../fixtures/mint-panel.ts'
import { openOwnCollection } from '../fixtures/own-collection.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'

/**
 * Changes of a live collection and the refusals of their forms; alone on its chain, whose clock
 * it moves over the notice.
 */

const notice = 7_200
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, region: string, name = 'Sign') =>
  part(page, region).getByRole('button', { name, exact: true })
const mined = (page: Page, done: string) =>
  expect(page.getByRole('status').filter({ hasText: done })).toContainText('In block')
const another = () => privateKeyToAccount(generatePrivateKey()).address

/** Moves the chain past the notice, and waits until the page has read its time. */
async function passNotice(stack: Stack) {
  await moveChainTo(stack, 'local', (await readChainTime(stack, 'local')) + notice + 60)
}

test.describe('changes in the studio', { tag: ['@changes', '@soak'] }, () => {
  test.setTimeout(180_000)

  test('lowers the supply after the notice, and fixes it', async ({ page, stack }) => {
    const own = await openOwnCollection(page, stack, { notice_seconds: notice })
    await own.openChange('supply')
    const title = 'Lower the supply'
    const field = part(page, title).getByLabel('New supply')
    const refusals: [string, string][] = [
      ['200', 'The supply can only be lowered. Enter fewer than 100.'],
      ['100', 'The supply can only be lowered. Enter fewer than 100.'],
      ['0', 'Enter at least 1.'],
      ['ten', 'Enter a whole number.'],
    ]
    for (const [text, sentence] of refusals) {
      await field.fill(text)
      await expect(part(page, title)).toContainText(sentence)
      await expect(press(page, title)).toBeDisabled()
    }
    await field.fill('50')
    await expect(part(page, title)).toContainText('the notice you promised')
    await press(page, title).click()
    await mined(page, 'Supply of 50 announced')
    const apply = press(page, title, 'Apply the supply of 50')
    await expect(apply).toBeDisabled()
    expect((await own.overview()).maxSupply).toBe(100n)
    await passNotice(stack)
    await page.reload()
    await apply.click()
    await mined(page, 'Supply lowered to 50')
    expect((await own.overview()).maxSupply).toBe(50n)
    const freeze = press(page, title, 'Fix the supply permanently')
    await expect(freeze).toBeDisabled()
    await part(page, title).getByRole('checkbox').check()
    await freeze.click()
    await expect(part(page, title)).toContainText('50, permanently fixed.')
    expect((await own.overview()).isCapFrozen).toBe(true)
  })

  test('changes the payees after the notice', async ({ page, stack }) => {
    const own = await openOwnCollection(page, stack, { notice_seconds: notice })
    const client = createChainClient(stack, 'local')
    const refusing = getAddress(`0x${randomBytes(20).toString('hex')}`)
    await client.request({
      ...{ method: 'anvil_setCode', params: [refusing, '0x60006000fd'] },
    } as never)
    await own.openChange('payees')
    const title = 'Change the payees'
    const account = (at: number) => part(page, title).getByLabel(`Address of payee ${at}`)
    const share = (at: number) =>
      part(page, title).getByLabel(`Share of payee ${at} in percent`)
    await share(1).fill('80')
    await expect(part(page, title)).toContainText('The shares add up to 80%.')
    await press(page, title, 'Add a payee').click()
    await share(2).fill('20')
    await account(2).fill('0x12')
    await expect(press(page, title)).toBeDisabled()
    await account(2).fill(own.creator.address)
    await expect(part(page, title)).toContainText('This payee appears twice.')
    await account(2).fill(refusing)
    await expect(part(page, title)).toContainText('a trial payment failed')
    const payee = another()
    await account(2).fill(payee)
    await page.reload()
    await expect(account(2)).toHaveValue(payee)
    await press(page, title).click()
    await mined(page, 'Payees announced')
    expect((await own.overview()).payeesAt).toBeGreaterThan(0n)
    await passNotice(stack)
    await page.reload()
    await press(page, title, 'Apply the announced payees').click()
    await mined(page, 'Payees changed')
    expect((await own.overview()).payees).toEqual([
      { account: own.creator.address, bps: 8_000 },
      { account: payee, bps: 2_000 },
    ])
  })

  test('applies the announced terms of the public phase', async ({ page, stack }) => {
    const own = await openOwnCollection(page, stack, { notice_seconds: notice })
    await own.openChange('phases')
    const title = 'Change the public phase'
    const fill = (label: string, text: string) =>
      part(page, title).getByLabel(label, { exact: true }).fill(text)
    await fill('Price', '0,5')
    await expect(part(page, title)).toContainText('Write decimals with a point.')
    await fill('Price', '0.001')
    await fill('Closes', '2020-01-01T00:00')
    await expect(part(page, title)).toContainText('This time is over.')
    await part(page, title).getByLabel('Without an end').check()
    await fill('Per wallet', '2')
    await expect(part(page, title)).toContainText('a wallet can mint fewer')
    await press(page, title).click()
    await mined(page, 'Public phase announced')
    await passNotice(stack)
    await page.reload()
    await press(page, title, 'Apply the announced phase').click()
    await mined(page, 'Public phase changed')
    const { publicPhase } = await own.overview()
    expect(publicPhase).toMatchObject({ price: 10n ** 15n, walletLimit: 2 })
    expect(publicPhase.end).toBe(4_294_967_295)
  })

  test('pauses and resumes, and freezes only after the picture was looked at', async ({
    page,
    stack,
  }) => {
    const own = await openOwnCollection(page, stack)
    await own.openChange('pause')
    for (const [name, done] of [
      ['Pause minting', 'Minting paused'],
      ['Resume minting', 'Minting resumed'],
    ] as const) {
      await press(page, name, name).click()
      await mined(page, done)
    }
    expect((await own.overview()).isPaused).toBe(false)
    await own.openChange('freeze')
    const title = 'Freeze art and metadata'
    const freeze = press(page, title, 'Freeze permanently')
    await expect(freeze).toBeDisabled()
    await expect(part(page, title)).toContainText('Look at the works first.')
    await press(page, title, 'Look at the picture').click()
    await part(page, title).getByRole('checkbox').check()
    await freeze.click()
    await expect.poll(async () => (await own.overview()).isMetadataFrozen).toBe(true)
    await expect(part(page, title)).toContainText('permanently fixed')
  })
})
