import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { violations } from '../fixtures/axe.ts'
import { refuse } from '../fixtures/collection-sections.ts'
import { answer, openQuiz, questionField, readQuiz } from '../fixtures/lesson-quiz.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

/** Lessons are read, their quizzes passed, and the progress is kept with the account. */

const check = (page: Page) =>
  page.getByRole('button', { name: /^Check (answers|again)$/ })
const outcome = (page: Page) => page.locator('.quiz-head h3')

test('a visitor fails a quiz, passes it, signs in, and finds both lessons with the account', async ({
  page,
  stack,
}) => {
  await installWallet(page, 'io.rabby', {
    name: 'Rabby Wallet',
    accounts: [privateKeyToAccount(generatePrivateKey())],
    ...firstNetwork(stack),
  })
  const begun = 'signatures-and-approvals'
  await page.goto(`/academy/${begun}`)
  await hydrated(page)
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link')
    .nth(2)
    .click()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('academy_progress')))
    .toContain('"heading"')

  const questions = readQuiz('wallet-basics')
  await openQuiz(page, 'wallet-basics')
  await check(page).click()
  await expect(page.getByText('Answer every question.')).toBeVisible()
  const [first] = questions
  if (!first) throw new Error('the quiz is empty')
  const unanswered = questionField(page, first)
  await expect(unanswered.locator('input').first()).toBeFocused()
  await expect(unanswered.locator('legend')).toBeInViewport()
  await expect(unanswered).toContainText('Choose an answer.')

  for (const question of questions) await answer(page, question, false)
  await check(page).click()
  await expect(outcome(page)).toHaveText(/^Not yet: \w+ answers are wrong$/)
  await expect(outcome(page)).toBeFocused()
  await expect(page.getByText('Not right.').first()).toBeVisible()
  await expect(page.getByText('Right.', { exact: true })).toHaveCount(0)
  expect(await violations(page, '.quiz-section')).toEqual([])

  await check(page).click()
  await expect(page.getByText('Right.', { exact: true }).first()).toBeVisible()
  for (const question of questions) await answer(page, question, true)
  await check(page).click()
  await expect(outcome(page)).toHaveText('Passed.')
  await expect(page.getByText('because you are not signed in')).toBeVisible()

  await page.getByRole('button', { name: 'Connect to record it' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby Wallet/ })
    .click()
  await expect(outcome(page)).toHaveText('Passed. This lesson is completed.')
  await expect(page.getByText('You have completed 1 of 16 lessons.')).toBeVisible()
  await expect
    .poll(() => page.evaluate(readStates))
    .toEqual({ [begun]: 'started', 'wallet-basics': 'completed' })

  await page.getByRole('link', { name: 'All lessons' }).click()
  await expect(page.getByText('1 of 16 completed')).toBeVisible()
  const lead = page.locator('.lead-lesson')
  await expect(lead).toContainText('You stopped at “')
  await expect(lead.getByRole('heading')).toHaveText('What am I signing?')
  await page.getByText('Not completed', { exact: true }).click()
  await expect(page).toHaveURL('/academy?open=yes')
  await expect(page.locator('.lesson')).toHaveCount(15)

  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: /^Logout/ }).click()
  await expect(page.getByText('0 of 16 completed')).toBeVisible()
  await expect(page.locator('.lesson')).toHaveCount(16)
})

test('what a visitor has read is kept with the account that signs in on any page', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await installWallet(page, 'io.rabby', {
    name: 'Rabby Wallet',
    accounts: [privateKeyToAccount(generatePrivateKey())],
    ...firstNetwork(stack),
  })
  await page.goto('/academy/plan-phases')
  await hydrated(page)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('academy_progress')))
    .toContain('plan-phases')
  await page.goto('/about')
  await hydrated(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby Wallet/ })
    .click()
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await expect.poll(() => page.evaluate(readStates)).toEqual({ 'plan-phases': 'started' })
})

/** Reads the states that the server has of the user. */
async function readStates(): Promise<Record<string, string>> {
  const response = await fetch('/api/academy/progress', {
    headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
  })
  const { data } = await response.json()
  return Object.fromEntries(
    Object.entries<{ state: string }>(data.articles).map(([alias, { state }]) => [
      alias,
      state,
    ]),
  )
}

test('a quiz is answered by keyboard alone', { tag: '@soak' }, async ({ page }) => {
  const questions = readQuiz('avoid-scams')
  await openQuiz(page, 'avoid-scams')
  for (const question of questions) {
    const inputs = questionField(page, question).locator('input')
    const values = await inputs.evaluateAll((all) =>
      all.map((one) => (one as HTMLInputElement).value),
    )
    const right = question.options.filter(({ correct }) => correct)
    await inputs.first().focus()
    if (question.type === 'multiple') {
      for (const value of values) {
        if (right.some(({ id }) => id === value)) await page.keyboard.press('Space')
        await page.keyboard.press('Tab')
      }
      continue
    }
    await page.keyboard.press('Space')
    const steps = values.indexOf(right[0]?.id ?? '')
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown')
  }
  await check(page).press('Enter')
  await expect(outcome(page)).toHaveText('Passed.')
  await expect(outcome(page)).toBeFocused()
})

test('a changed quiz brings its new questions, and too many attempts a wait', {
  tag: '@soak',
}, async ({ page, faults }) => {
  faults.allow(/status of (409|429)/)
  const alias = 'gas-and-fees'
  const questions = readQuiz(alias)
  await openQuiz(page, alias)
  for (const question of questions) await answer(page, question, false)
  // The page has an older version of the quiz than the server.
  const calls = `**/api/academy/${alias}/quiz`
  await page.route(calls, (route) => {
    const body = route.request().postDataJSON()
    return route.continue({
      postData: JSON.stringify({ ...body, quiz_version: '0123456789abcdef' }),
    })
  })
  await check(page).click()
  await expect(page.getByText('This quiz was changed.')).toBeVisible()
  await expect(
    page.getByText(`${questions.length} of ${questions.length} answered`),
  ).toBeVisible()
  await page.unroute(calls)

  const answer429 = { 'retry-after': '540' }
  await page.route(calls, (route) => refuse(route, 429, 'too_many_requests', answer429))
  await check(page).click()
  await expect(
    page.getByText(/^You have checked this quiz too often\. Try again in 9 minutes\.$/),
  ).toBeVisible()
  await expect(check(page)).toHaveAttribute('aria-disabled', 'true')
})

test('a mistake in a question is reported, and a lesson is rated', async ({ page }) => {
  await openQuiz(page, 'read-a-collection-page')
  await page.getByRole('button', { name: 'Report question 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this question' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Write what is wrong with the question.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('What is wrong with it?').fill('Two of the answers are right.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Your report was sent.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const helpful = page.getByRole('group', { name: 'Was this helpful?' })
  await helpful.getByRole('button', { name: 'Yes' }).click()
  await expect(helpful.getByText('Thank you. Your answer is saved.')).toBeVisible()
  await expect(helpful.getByRole('button', { name: 'Yes' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})
