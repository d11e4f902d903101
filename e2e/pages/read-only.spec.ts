import { violations } from '../fixtures/axe.ts'
import { type OwnProgram, startOwnProgram } from '../fixtures/own-program.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { test as base, expect } from '../fixtures/stack.ts'

const site_url = 'https://new.example.org/'

const test = base.extend<object, { program: OwnProgram }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function names.
    async ({}, use) => {
      const program = await startOwnProgram({ read_only: true, banner: { site_url } })
      await use(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  stack: ({ program }, use) =>
    use({ url: program.url, rpcUrls: { local: '', 'local-two': '' }, folder: '' }),
})

test('a read-only site lets people sign in and read, and gives the reason under what would save', async ({
  page,
  program,
  faults,
}) => {
  // Networks that are not embedded are read at their own address.
  faults.allow(/^foreign request: http:\/\/(127\.0\.0\.1|localhost):/)
  const rpcUrls = Object.fromEntries(program.chains.map(({ id, url }) => [id, url]))
  await page.setViewportSize({ width: 320, height: 700 })
  await openWithSession(page, { url: program.url, path: '/settings' }, { rpcUrls })
  await expect(page.getByText('This version is read-only.').first()).toBeVisible()

  const bio = page.getByRole('textbox', { name: 'Bio', exact: true })
  await bio.fill('Prints by the quiet shore.')
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toHaveAccessibleDescription(
    'This version is read-only. Continue at the main site (opens in a new tab)',
  )
  await bio.press('Tab')
  await save.press('Enter')
  await expect(bio).toHaveValue('Prints by the quiet shore.')
  await expect(page.locator('.toast')).toHaveCount(0)
  const links = page.getByRole('link', { name: /^Continue at the main site/ })
  await expect(links.first()).toHaveAttribute('href', site_url)
  expect(await violations(page)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBe(320)
  await page.screenshot({ path: test.info().outputPath('settings.png'), fullPage: true })

  await bio.fill('')
  await page.goto('/create')
  const start = page.getByRole('button', { name: 'Start a new one' })
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('You have no unfinished drafts.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('create.png'), fullPage: true })
})
