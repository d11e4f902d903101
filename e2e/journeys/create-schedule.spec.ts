import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { auditState } from '../accessibility/a11y-state.ts'
import { expect, test } from '../fixtures/stack.ts'
import type { Stack } from '../fixtures/start-stack.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'
import { openWizard, title } from '../fixtures/wizard.ts'

const addressOf = (place: number) => `0x${place.toString(16).padStart(40, 'a')}`
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const stored = (page: Page) => page.getByText('List saved')
const fix = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('two lists come from a file and from pasted rows, are corrected, and stand after a reload', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await openSchedule(page, stack)
  await page.getByRole('button', { name: 'Add phase' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Friends')
  await page.getByLabel('Per wallet').fill('2')
  const rows = [
    ...Array.from({ length: 6 }, (_, place) => `${addressOf(place + 1)};2`),
    `${addressOf(7).slice(0, -1)};2`,
    `${addressOf(8)};two`,
    `${addressOf(9)};2;0,002`,
    `0x${'0'.repeat(40)};2`,
    `${addressOf(1)};1`,
    'moonrabbit;1',
  ]
  const csv = Buffer.from(`\ufeffWallet;Quantity;Price\r\n${rows.join('\r\n')}\r\n`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'friends.csv', mimeType: 'text/csv', buffer: csv })
  const sum = page.getByRole('group', { name: /rows read/ })
  await expect(sum).toHaveAccessibleName(
    '12 rows read, 5 left out, 1 merged, 6 wallets on the list',
  )
  await expect(page.getByText('39 digits after 0x, an address has 40')).toBeVisible()
  await fix(page, 'Use 2 line 9').click()
  await fix(page, 'Use 0.002 line 10').click()
  await fix(page, 'Drop line 11').click()
  await fix(page, 'Edit line 8').press('Enter')
  await page.getByRole('textbox', { name: /^Line 8:/ }).fill(`${addressOf(7)}, 2`)
  await page.keyboard.press('Enter')
  await expect(sum).toHaveAccessibleName(
    '11 rows read, 1 left out, 1 merged, 9 wallets on the list',
  )
  await expect(page.getByText('They can mint 18 together.')).toBeVisible()
  await expect(stored(page)).toBeVisible()

  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByText('No wallets yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Paste' }).click()
  await page
    .getByRole('textbox', { name: 'Wallets' })
    .fill(`${addressOf(1)}\n${addressOf(20)} 3`)
  await page.getByRole('button', { name: 'Check list' }).click()
  await expect(
    page.getByText(/open at the same time: 1 wallet can mint 2 in each/),
  ).toBeVisible()
  await expect(stored(page)).toBeVisible()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Friends', exact: true }).click()
  await expect(page.getByRole('heading', { name: '1 row left out' })).toBeVisible()
  await expect(sum).toHaveAccessibleName(
    '10 rows read, 1 left out, 0 merged, 9 wallets on the list',
  )
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Clean CSV' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trimEnd().split('\r\n')).toHaveLength(10)
  expect(file).toContain(`"${addressOf(9)}","2","0.002"`)
  await expect(region(page, 'Overlap with other lists')).toContainText(
    '10 wallets in all',
  )
  await auditState(page, 'Rows of a list that were left out')
  await page.getByRole('button', { name: /^Drop line/ }).click()
  await expect(page.getByRole('heading', { name: /left out$/ })).toBeHidden()
})

test('an hour that comes twice, or never, is asked about, and the keyboard is enough', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await openSchedule(page, stack)
  const opens = page.getByLabel('Opens', { exact: true })
  const closes = page.getByLabel('Closes', { exact: true })
  await page.getByLabel('Times are in').selectOption('Europe/Berlin')
  await closes.fill('2031-01-01T12:00')
  await opens.fill('2030-10-27T02:30')
  await opens.blur()
  await expect(page.getByText('Choose which one.').first()).toBeVisible()
  await page
    .getByRole('radio', { name: /^The first: Sun 27\sOct 2030, 00:30 UTC/ })
    .focus()
  await page.keyboard.press('ArrowDown')
  await expect(
    page.getByText('Sun 27\u00a0Oct 2030, 01:30 UTC', { exact: true }),
  ).toBeVisible()

  await opens.fill('2030-03-31T02:30')
  await opens.blur()
  await expect(
    page.getByText(/Clocks are set forward, so this time does not exist/),
  ).toBeVisible()
  await fix(page, 'Use 03:30').press('Enter')
  await expect(opens).toHaveValue('2030-03-31T03:30')
  await expect(
    page.getByText('Sun 31\u00a0Mar 2030, 01:30 UTC', { exact: true }),
  ).toBeVisible()

  await closes.fill('2030-03-30T12:00')
  await fix(page, 'Continue').press('Enter')
  await expect(page.getByRole('group', { name: 'Errors' })).toContainText(
    'closes: the end must come after the start',
  )
  await closes.fill('2030-04-01T03:30')
  await expect(page.getByText(/01:30 UTC, open for 24 hours/)).toBeVisible()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await expect(opens).toHaveValue('2030-03-31T03:30')
  await expect(page.getByLabel('Times are in')).toHaveValue('Europe/Berlin')
})

/** Opens the schedule of a new draft of a new account, signed in. */
async function openSchedule(page: Page, stack: Stack) {
  await openWizard(page, firstNetwork(stack))
  await page.goto('/create?step=schedule')
  await expect(title(page)).toHaveText('Schedule and access')
}
