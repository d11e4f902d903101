import { withdrawnArticle } from '@platemark/api/academy'
import { violations } from '../fixtures/axe.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

const lesson = '/academy/phases-and-allowlists'

test('lessons, glossary and filters are readable without JavaScript', {
  tag: '@soak',
}, async ({ browser, stack }) => {
  const context = await browser.newContext({
    baseURL: stack.url,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto('/academy')
  await expect(page.locator('.lesson')).toHaveCount(16)
  await page.getByLabel('Search lessons').fill('merkle')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/academy\?q=merkle/)
  await page.getByRole('link', { name: /Phases and allowlists/ }).click()

  const text = page.getByRole('article')
  await expect(text.getByRole('heading', { level: 2 })).toHaveCount(8)
  await expect(text.getByText('A list gives you a turn, not a reservation')).toBeVisible()
  await expect(text.getByRole('img').first()).toHaveAttribute('src', /\.svg/)
  await expect(page.locator('#quiz noscript p')).toBeVisible()
  await text.getByRole('link', { name: 'proof', exact: true }).first().click()
  await expect(page).toHaveURL('/academy/glossary#merkle-proof')
  await expect(page.locator('#merkle-proof')).toContainText('Merkle proof')
  await context.close()
})

test('the list is searched and filtered in the URL', async ({ page }) => {
  await page.goto('/academy')
  await hydrated(page)
  await expect(page.locator('.lead-lesson')).toContainText('Start here: Start safely')
  await page.keyboard.press('/')
  await page.keyboard.type('list proof')
  await expect(page).toHaveURL('/academy?q=list+proof')
  await expect(page.locator('.lesson h3').first()).toHaveText('Phases and allowlists')
  await page.getByText('Advanced', { exact: true }).click()
  await expect(page).toHaveURL('/academy?q=list+proof&level=advanced')
  await page.getByLabel('Search lessons').fill('merkel')
  await expect(
    page.getByRole('heading', { name: 'No lesson matches “merkel”.' }),
  ).toBeVisible()
  await expect(page.getByText('Try a shorter word.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(page.locator('.lesson')).toHaveCount(2)
  await page.getByLabel('Tag').selectOption('Smart wallets')
  await expect(page).toHaveURL('/academy?level=advanced&tag=smart-wallets')
  await page.getByLabel('Tag').selectOption('Fees')
  await expect(
    page.getByRole('heading', { name: 'No lesson fits these filters.' }),
  ).toBeVisible()
  await page.goBack()
  await expect(page.locator('.lesson')).toHaveCount(1)
  await page.locator('.lesson').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('article')).toContainText('session')
})

test('a lesson follows the reader and copies links to its parts', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(lesson)
  await hydrated(page)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'The public phase' }).click()
  await expect(page).toHaveURL(`${lesson}#the-public-phase`)
  await expect(contents.locator('[aria-current]')).toHaveText('The public phase')
  await page.getByRole('link', { name: 'Copy link to The public phase' }).click()
  await expect(page.getByText('Link copied')).toBeAttached()
  // On paper a dark theme would be grey on white.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('article')).toHaveCSS('color', 'rgb(22, 25, 26)')
})

test('a lesson explains terms to pointer and keyboard', async ({ page }) => {
  await page.goto(lesson)
  await hydrated(page)
  const term = page.getByRole('article').getByRole('link', { name: 'proof', exact: true })
  await term.hover()
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText('Open in glossary')
  expect(await violations(page, '.article-body')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
  await page.mouse.move(0, 0)
  await page.keyboard.press('Tab')
  await term.focus()
  await expect(tip).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/academy/glossary#merkle-proof')
  await expect(page.locator('#merkle-proof')).toBeInViewport()
})

test('a lesson that does not exist is not found, and a withdrawn one names another', {
  tag: '@soak',
}, async ({ page, faults }) => {
  faults.allow(/status of (404|410)/)
  const response = await page.goto('/academy/quiet-shore')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page
    .locator('.ways')
    .getByRole('link', { name: /^Academy/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Academy' })).toBeVisible()

  // No lesson of this content was withdrawn: one is as the server answers for such lessons.
  const data = withdrawnArticle.parse({
    ...{ alias: 'phases-and-allowlists', title: 'Phases and allowlists' },
    ...{ withdrawn: '2026-11-01', reason: 'Lists work in another way now.' },
    instead: { alias: 'gas-and-fees', title: 'Gas and fees' },
  })
  const error = { code: 'article_withdrawn', message: 'This lesson was withdrawn.' }
  await page.route(/\/api\/academy\/phases-and-allowlists(\?|$)/, (route) =>
    route.fulfill({ status: 410, json: { error: { ...error, request_id: '1' }, data } }),
  )
  await hydrated(page)
  await page.getByRole('link', { name: /Phases and allowlists/ }).click()
  const title = '“Phases and allowlists” was withdrawn'
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Lists work in another way now.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Gas and fees' }).click()
  await expect(page).toHaveURL('/academy/gas-and-fees')
})
