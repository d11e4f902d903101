import { indexedName, newLabel, registerName } from '../fixtures/registered-name.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'

test('the search has a sentence for every kind of name', { tag: '@soak' }, async ({
  page,
}) => {
  await page.goto('/names')
  await hydrated(page)
  const field = page.getByLabel('Name to register')
  for (const [typed, sentence] of [
    ['ab', 'Names need at least 3 characters.'],
    ['-tide', 'A name cannot start or end with a hyphen.'],
    ['low.tide', 'Enter one name without dots.'],
    ['studio', 'This name is reserved.'],
    ['quiet-shore-free', 'is available'],
  ] as const) {
    await field.fill(typed)
    await expect(page.locator('.name-result')).toContainText(sentence)
  }
  await expect(page).toHaveURL(/name=quiet-shore-free/)
})

test('the pages of names are painted by the server, with their state in the status', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/status of 404/)
  const label = newLabel()
  const { address } = await registerName(stack, label)
  const path = await indexedName(stack, label)
  const read = async (url: string) => {
    const response = await fetch(stack.url + url, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    return {
      status: response.status,
      html: await response.text(),
      headers: response.headers,
    }
  }
  const known = await read(path)
  expect(known.status).toBe(200)
  expect(known.html).toContain(`<title>Platemark | ${label}.plate.test</title>`)
  expect(known.html).toContain(address)
  const held = await read(`${path}?tab=collected`)
  expect(held.html).toContain('Nothing collected yet')
  const free = await read('/names/quiet-shore-free')
  expect(free.status).toBe(404)
  expect(free.html).toContain('Paid once, no renewals.')
  const odd = await read('/names/quiet%D0%B0shore')
  expect(odd.status).toBe(404)
  expect(odd.html).toContain('This is not a valid name')
  expect(odd.html).toContain('\\u{430}')
  const loud = await read(`/names/${label.toUpperCase()}`)
  expect([loud.status, loud.headers.get('location')]).toEqual([301, path])

  await page.goto(path)
  await hydrated(page)
  await expect(page.getByRole('button', { name: 'Edit records' })).toBeHidden()
  await expect(page.getByText('Registered', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Created 0' }).click()
  await expect(page).toHaveURL(/\?tab=created$/)
  await expect(page.getByText('No collection yet')).toBeVisible()
})

test('a typed name and its price fit above a keyboard on the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/names')
  await hydrated(page)
  const field = page.getByLabel('Name to register')
  await field.click()
  await page.keyboard.type('quiet-harbor')
  const register = page.getByRole('button', { name: 'Connect Wallet to register' })
  await expect(register).toBeInViewport({ ratio: 1 })
  await expect(field).toBeInViewport()
})
