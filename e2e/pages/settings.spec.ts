import { truncateSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unusualPictures } from '../../apps/server/test/unusual-pictures.ts'
import { account } from '../fixtures/account-parts.ts'
import { violations } from '../fixtures/axe.ts'
import { loadAgainWithoutScript, loseScript } from '../fixtures/block-script.ts'
import { isFull, isNarrowLight, pairs, soakUnless } from '../fixtures/extent.ts'
import { countOpenRequests } from '../fixtures/open-requests.ts'
import { openWithSession } from '../fixtures/signed-in.ts'
import { expect, hydrated, test } from '../fixtures/stack.ts'
import { type BridgedWallet, installWallet } from '../fixtures/wallet-bridge.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'

type Stack = { url: string; rpcUrls: { local: string; 'local-two': string } }

const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true })
const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const sessions = (page: Page) =>
  page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
const note = (page: Page, name: string) =>
  page
    .locator('.field')
    .filter({ has: field(page, name) })
    .locator('.field-note')

test('prompts signed-out visitors to sign in, and robots not to index', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await installWallet(page, 'io.metamask', bothNetworks(stack))
  const response = await page.goto('/settings')
  expect(await response?.text()).toContain('<meta name="robots" content="noindex">')
  await expect(page).toHaveTitle('Platemark | Profile')
  await expect(page.getByText('Sign in to edit your profile')).toBeVisible()
  await connect(page)
  await expect(field(page, 'Username')).toBeVisible()

  await page.goto('/')
  await pageTaken(page)
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('shows no sign-in prompt to a signed-in user while the page loads', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await signIn(page, stack)
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('Sign in to edit your profile')) {
        console.error('prompted to sign in')
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(field(page, 'Username')).toBeVisible()
})

test('saves everything and shows it after a reload', async ({ page, stack }) => {
  await signIn(page, stack)
  const name = newName()
  const typed = {
    Username: name.toUpperCase(),
    'E-mail': 'studio@tidewater.example',
    Bio: 'Line engravings about water.\nTwo small editions a year.',
    Website: 'https://tidewater.example',
    X: '@tidewater',
    Instagram: 'instagram.com/tidewater.press',
    Farcaster: 'https://warpcast.com/tidewater',
    Lens: 'tidewater',
    GitHub: 'https://github.com/tidewater?tab=stars',
  }
  for (const [label, text] of Object.entries(typed)) {
    await field(page, label).fill(text)
  }
  await expect(page.getByText(`${typed.Bio.length} / 300`)).toBeVisible()
  await expect(note(page, 'X')).toHaveText('Will be saved as x.com/tidewater')
  await expect(note(page, 'Farcaster')).toHaveText(
    'Will be saved as farcaster.xyz/tidewater',
  )
  await expect(saveBar(page)).toContainText('9 unsaved changes')
  await save(page).click()
  await expect(page.locator('.toast')).toContainText('Profile saved.')
  await expect(saveBar(page)).toContainText('All saved')
  await expect(save(page)).toBeDisabled()

  await account(page).click()
  await expect(page.locator('.account-top b')).toHaveText(name)
  await page.keyboard.press('Escape')
  await page.reload()
  const stored = {
    Username: name,
    'E-mail': 'studio@tidewater.example',
    Bio: typed.Bio,
    Website: 'https://tidewater.example/',
    X: 'https://x.com/tidewater',
    Instagram: 'https://instagram.com/tidewater.press',
    Farcaster: 'https://farcaster.xyz/tidewater',
    Lens: 'https://hey.xyz/u/tidewater',
    GitHub: 'https://github.com/tidewater',
  }
  for (const [label, text] of Object.entries(stored)) {
    await expect(field(page, label)).toHaveValue(text)
  }
  // The first choice is free; a change is fixed for a while.
  await field(page, 'Username').fill(newName())
  await field(page, 'X').fill('')
  await save(page).click()
  await expect(saveBar(page)).toContainText('All saved')
  await expect(field(page, 'Username')).toHaveAttribute('readonly')
  await expect(note(page, 'Username')).toContainText('You can change it again on')
  await page.reload()
  await expect(field(page, 'X')).toHaveValue('')
  await expect(field(page, 'Lens')).toHaveValue(stored.Lens)
})

test('shows every error beside its field, and a summary above', async ({
  page,
  stack,
}) => {
  await signIn(page, stack)
  const mistakes = [
    ['Username', 'ab', 'Use 3-30 letters, digits or underscores.'],
    ['E-mail', 'studio', 'Enter a valid e-mail address.'],
    ['Bio', 'x'.repeat(301), 'At most 300 characters.'],
    ['Website', 'http://tidewater.example', 'Enter an https address.'],
    ['X', 'https://example.net/a', 'Enter an X profile, for example https://x.com/name.'],
    ['Instagram', 'a b', /^Enter an Instagram profile/],
    ['Farcaster', 'a b', /^Enter a Farcaster profile/],
    ['Lens', 'a', /^Enter a Lens profile/],
    ['GitHub', '-', /^Enter a GitHub profile/],
  ] as const
  for (const [label, text] of mistakes) await field(page, label).fill(text)
  await expect(note(page, 'Lens')).toHaveText(/^Enter a Lens profile/)
  await save(page).click()

  const summary = page.getByRole('group', { name: 'Errors' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('9 fields need a change before saving.')
  for (const [label, , sentence] of mistakes) {
    await expect(note(page, label)).toHaveText(sentence)
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, label)).toHaveAccessibleDescription(
      typeof sentence === 'string' ? new RegExp(escaped(sentence)) : /Enter an? /,
    )
  }
  await summary.getByRole('link', { name: 'GitHub' }).click()
  await expect(field(page, 'GitHub')).toBeFocused()
  await field(page, 'GitHub').fill('tidewater')
  await expect(summary).toContainText('8 fields need a change before saving.')

  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(summary).toBeHidden()
  await expect(field(page, 'Website')).toHaveValue('')
  await expect(saveBar(page)).toContainText('All saved')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the bar does not cover the field of the first change', async ({
    page,
    stack,
  }) => {
    await signIn(page, stack)
    const username = field(page, 'Username')
    await username.tap()
    await page.keyboard.type('quiet')
    await expect(save(page)).toBeEnabled()
    const bar = await saveBar(page).boundingBox()
    const typed = await username.boundingBox()
    expect((typed?.y ?? 0) + (typed?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    // Below 16 px Safari zooms into a field.
    const sizes = await page
      .locator('.input')
      .evaluateAll((fields) => fields.map((input) => getComputedStyle(input).fontSize))
    expect(new Set(sizes)).toEqual(new Set(['16px']))
  })
})

test("shows the server's errors, which can be corrected", { tag: '@soak' }, async ({
  page,
  browser,
  stack,
  faults,
}) => {
  faults.allow(/422/)
  const name = newName()
  const other = await browser.newContext({ baseURL: stack.url })
  const first = await other.newPage()
  await signIn(first, stack)
  await field(first, 'Username').fill(name)
  await save(first).click()
  await expect(saveBar(first)).toContainText('All saved')
  await other.close()

  await signIn(page, stack)
  await field(page, 'Username').fill(name)
  await field(page, 'Lens').fill('tidewater')
  await save(page).click()
  await expect(note(page, 'Username')).toHaveText('This username is taken.')
  const summary = page.getByRole('group', { name: 'Errors' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('One field needs a change before saving.')
  await expect(field(page, 'Lens')).toHaveValue('tidewater')

  await field(page, 'Username').fill(newName())
  await expect(summary).toBeHidden()
  await save(page).click()
  await expect(saveBar(page)).toContainText('All saved')
})

test('two tabs change different fields without undoing each other', {
  tag: '@soak',
}, async ({ page, context, stack }) => {
  await installWallet(context, 'io.metamask', bothNetworks(stack))
  await page.goto('/settings')
  await connect(page)
  await expect(field(page, 'Bio')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/settings')
  await field(other, 'Bio').fill('Written in the other tab.')
  await field(page, 'Lens').fill('tidewater')
  await save(other).click()
  await expect(saveBar(other)).toContainText('All saved')
  await save(page).click()
  await expect(saveBar(page)).toContainText('All saved')
  await page.reload()
  await expect(field(page, 'Bio')).toHaveValue('Written in the other tab.')
  await expect(field(page, 'Lens')).toHaveValue('https://hey.xyz/u/tidewater')
})

test('crops a picture by keyboard, uploads it, shows it in the header, removes it', async ({
  page,
  stack,
}) => {
  await signIn(page, stack)
  const picture = await newPicture(page, 1200, 800)
  await pick(page, 'wide.png', 'image/png', picture)
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  const part = dialog.getByRole('application')
  await expect(part).toBeFocused()
  const preview = dialog.locator('.crop-preview').first()
  const before = await preview.screenshot()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.2')
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await preview.screenshot()).equals(before)).toBe(false)
  const dragged = await preview.screenshot()
  const box = await part.boundingBox()
  if (!box) throw new Error('The picture is not shown.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await preview.screenshot()).equals(dragged)).toBe(false)

  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.locator('.toast')).toContainText('Picture saved.')
  await expect(dialog).toBeHidden()
  await expect(page.locator('.photo img')).toHaveAttribute('src', /^\/files\//)
  const shown = account(page).locator('img')
  await expect(shown).toHaveAttribute('src', /^\/files\//)
  await expect(shown).toHaveJSProperty('naturalWidth', 512)

  await page.reload()
  await expect(account(page).locator('img')).toHaveAttribute('src', /^\/files\//)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(account(page).locator('img')).toHaveAttribute('src', /^\/plates\//)
  await expect(page.getByRole('button', { name: 'Remove picture' })).toHaveCount(0)
})

test('an upload can be cancelled, and tried again when it fails', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/500|ERR_FAILED/)
  await signIn(page, stack)
  // Never responds.
  await page.route('**/api/user/update/avatar', () => new Promise(() => {}))
  await pick(page, 'a.png', 'image/png', await newPicture(page, 300, 300))
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(dialog.getByRole('button', { name: /^(Uploading|Almost)/ })).toBeVisible()
  await expect(page.locator('.photo img')).toHaveAttribute('src', /^blob:/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Use picture' })).toBeVisible()
  await expect(page.locator('.photo img')).toHaveAttribute('src', /^\/plates\//)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.route('**/api/user/update/avatar', answerBroken)
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your picture was not saved.')
  await expect(dialog.getByRole('alert')).toContainText('Request broken-1')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.photo img')).toHaveAttribute('src', /^\/files\//)
})

test(
  'refuses files that are no pictures, beside the picture',
  { tag: '@soak' },
  async ({ page, stack }, testInfo) => {
    await signIn(page, stack)
    const refused = page.getByText('Use a PNG, JPEG, WebP, GIF or AVIF up to 20 MB.')
    await drop(page, 'notes.png', 'not a picture')
    await expect(refused).toBeVisible()
    await pick(page, 'fine.png', 'image/png', await newPicture(page, 300, 300))
    await expect(refused).toBeHidden()
    const dialog = page.getByRole('dialog', { name: 'Crop picture' })
    await expect(dialog.getByRole('application')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // A file of the disk: 20 MB would take seconds on their way to the browser.
    const huge = testInfo.outputPath('huge.png')
    writeFileSync(huge, '')
    truncateSync(huge, 20_000_001)
    await page.locator('input[type=file]').setInputFiles(huge)
    await expect(refused).toBeVisible()
    await pick(page, 'tiny.png', 'image/png', await newPicture(page, 40, 300))
    await expect(page.getByText('Use a picture of at least 64 px a side.')).toBeVisible()
    await expect(refused).toBeHidden()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>'
    await pick(page, 'drawing.svg', 'image/svg+xml', Buffer.from(svg))
    await expect(refused).toBeVisible()
  },
)

test('takes a photo whose file breaks off, and names the way out of HEIC', {
  tag: '@soak',
}, async ({ page, stack }) => {
  await signIn(page, stack)
  const pictures = await unusualPictures()
  const find = (name: string) => pictures.find(({ what }) => what === name)?.bytes
  const photo = find('JPEG without an end') ?? Buffer.alloc(0)
  await pick(page, 'photo.jpg', 'image/jpeg', photo)
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  await expect(dialog.getByText('The file is incomplete')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.locator('.photo img')).toHaveAttribute('src', /^\/files\//)

  await pick(page, 'moving.gif', 'image/gif', find('GIF that moves') ?? photo)
  await expect(dialog.getByText('Only the first frame is shown')).toBeVisible()
  await page.keyboard.press('Escape')
  await pick(page, 'photo.heic', 'image/heic', find('HEIC') ?? photo)
  await expect(page.getByText('Export it as JPEG and use that file.')).toBeVisible()
  await pick(page, 'photo.jpg', 'image/jpeg', find('JPEG without pixels') ?? photo)
  await expect(
    page.getByText('Use a PNG, JPEG, WebP, GIF or AVIF up to 20 MB.'),
  ).toBeVisible()
})

test('confirms leaving unsaved input, in the app and by the browser', async ({
  page,
  stack,
}) => {
  await signIn(page, stack)
  await field(page, 'Bio').fill('Half a sentence')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Launchpad', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(field(page, 'Bio')).toHaveValue('Half a sentence')
  await expect(page).toHaveURL(/\/settings$/)

  const confirmation = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await confirmation
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(field(page, 'Bio')).toHaveValue('Half a sentence')

  await page.getByRole('link', { name: 'Launchpad', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(field(page, 'Bio')).toBeHidden()
  await page.goBack()
  await expect(field(page, 'Bio')).toHaveValue('')
  await page.getByRole('link', { name: 'Launchpad', exact: true }).first().click()
  await expect(page).toHaveURL(/\/$/)
})

test('keeps the input when the server fails or is unreachable', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/500|ERR_INTERNET_DISCONNECTED/)
  await signIn(page, stack)
  await field(page, 'Bio').fill('Worth keeping')
  await page.route('**/api/user/update', answerBroken)
  await save(page).click()
  const failure = page
    .getByRole('alert')
    .filter({ hasText: 'Your profile was not saved.' })
  await expect(failure).toContainText('Your changes are still here. Request broken-1')
  await expect(field(page, 'Bio')).toHaveValue('Worth keeping')
  await page.unrouteAll()

  await page.context().setOffline(true)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toContainText(
    'Check your connection. Your changes are still here.',
  )
  await page.context().setOffline(false)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(saveBar(page)).toContainText('All saved')
  await page.reload()
  await expect(field(page, 'Bio')).toHaveValue('Worth keeping')
})

test('keeps the input when a script of the page is missing', { tag: '@soak' }, async ({
  page,
  stack,
}) => {
  await signIn(page, stack)
  await field(page, 'Bio').fill('Not saved yet')
  expect(await loseScript(page)).toBe(false)
  await expect(field(page, 'Bio')).toHaveValue('Not saved yet')
  await saveBar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(saveBar(page)).toContainText('All saved')
  await loadAgainWithoutScript(page)
})

test('keeps the input when the session has ended, and saves it after signing in', async ({
  page,
  stack,
  faults,
}) => {
  faults.allow(/401/)
  const allAnswered = countOpenRequests(page)
  await signIn(page, stack)
  // The answer to a call that is still on its way would show the end before the save does.
  await allAnswered()
  await field(page, 'Bio').fill('Typed before it ended')
  await endBehindItsBack(page)
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText(
    'What you typed in your profile is kept on this page.',
  )
  await expect(page.locator('.toast')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(account(page)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(field(page, 'Bio')).toHaveValue('Typed before it ended')
  await save(page).click()
  await expect(saveBar(page)).toContainText('All saved')

  await page.reload({ waitUntil: 'networkidle' })
  await field(page, 'Bio').fill('Typed again')
  await endBehindItsBack(page)
  await save(page).click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByText('Sign in to edit your profile')).toBeVisible()
})

test('keeps the input when another tab detects the ended session first', {
  tag: '@soak',
}, async ({ page, context, stack, faults }) => {
  faults.allow(/401/)
  await installWallet(context, 'io.metamask', bothNetworks(stack))
  await page.goto('/settings')
  await connect(page)
  await field(page, 'Bio').fill('Typed in the first tab')
  await endBehindItsBack(page)
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(other.getByText('Sign in to edit your profile')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(dialog).toBeHidden()
  await save(page).click()
  await expect(saveBar(page)).toContainText('All saved')
  await expect(field(page, 'Bio')).toHaveValue('Typed in the first tab')
})

test('lists sessions, ends one in another browser, and logs out everywhere', async ({
  page,
  browser,
  stack,
  faults,
}) => {
  faults.allow(/401/)
  const wallet = await signIn(page, stack)
  const context = await browser.newContext({ baseURL: stack.url })
  const other = await context.newPage()
  const { accounts } = wallet
  await installWallet(other, 'io.rabby', { ...bothNetworks(stack), accounts })
  await other.goto('/settings')
  await connect(other, /^Rabby/)
  await expect(sessions(other)).toHaveCount(2)
  await page.reload()
  await expect(sessions(page)).toHaveCount(2)
  await expect(sessions(page).first()).toContainText('This browser')
  await expect(sessions(page).last()).toContainText('Rabby Wallet')

  await page.getByRole('button', { name: 'Log out the Rabby Wallet session' }).click()
  await expect(sessions(page)).toHaveCount(1)
  await other.reload()
  await expect(other.getByText('Sign in to edit your profile')).toBeVisible()

  await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('button', { name: 'Sign message' }).click()
  await expect(sessions(other)).toHaveCount(2)
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(page.getByText('Sign in to edit your profile')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await other.reload()
  await expect(other.getByText('Sign in to edit your profile')).toBeVisible()
  await context.close()
})

test('shows when the sessions cannot be loaded, and loads them on retry', {
  tag: '@soak',
}, async ({ page, stack, faults }) => {
  faults.allow(/500/)
  await page.route('**/api/user/sessions', answerBroken)
  await signIn(page, stack)
  const region = page.getByRole('region', { name: 'Sessions' })
  await expect(region.getByRole('alert')).toContainText('Request broken-1')
  await page.unrouteAll()
  await region.getByRole('button', { name: 'Try again' }).click()
  await expect(sessions(page)).toHaveCount(1)
})

test('keeps theme and motion in this browser', async ({ browser, stack }) => {
  // Without the reduced motion of other tests.
  const context = await browser.newContext({
    baseURL: stack.url,
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  await signIn(page, stack)
  const look = () =>
    page.evaluate(() => {
      const { documentElement: root } = document
      const main = document.querySelector('main')
      main?.setAttribute('aria-busy', 'true')
      const { transitionDuration } = getComputedStyle(main ?? root)
      main?.removeAttribute('aria-busy')
      return [root.dataset.theme, root.dataset.motion, transitionDuration]
    })
  const bars = page.locator('meta[name="theme-color"]').first()
  expect(await look()).toEqual([undefined, undefined, '0.12s'])
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(
    page.getByRole('contentinfo').getByRole('button', { name: 'Dark' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Reduced' }).click()
  expect(await look()).toEqual(['dark', 'reduced', '0s'])
  await expect(bars).toHaveAttribute('content', '#0c0f0e')
  await page.reload()
  expect(await look()).toEqual(['dark', 'reduced', '0s'])
  await expect(bars).toHaveAttribute('content', '#0c0f0e')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.getByRole('button', { name: 'System' }).first().click()
  await page.getByRole('radio', { name: 'System' }).check()
  await expect(bars).toHaveAttribute('media', /light/)
  await page.reload()
  expect(await look()).toEqual([undefined, undefined, '0.12s'])
  await context.close()
})

test('works by keyboard alone', async ({ page, stack }) => {
  await signIn(page, stack)
  await page.getByRole('button', { name: 'Copy address' }).focus()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Username')).toBeFocused()
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Errors' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Username')).toBeFocused()
  await page.keyboard.type(newName())
  await page.keyboard.press('Enter')
  await expect(saveBar(page)).toContainText('All saved')

  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
  await page.getByRole('button', { name: 'Log out everywhere' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Log out everywhere' })).toBeFocused()
})

for (const { width, theme } of pairs) {
  const name = `fits ${width} px in ${theme} and has no accessibility fault`
  test(name, soakUnless(isNarrowLight({ width, theme })), async ({ browser, stack }) => {
    const context = await browser.newContext({
      baseURL: stack.url,
      colorScheme: theme,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    })
    const page = await context.newPage()
    if (isFull) {
      await page.goto('/settings')
      await hydrated(page)
      await expect(page.getByText('Sign in to edit your profile')).toBeVisible()
      await checkScreen(page, width)
    }

    await signIn(page, stack)
    await expect(sessions(page)).toHaveCount(1)
    await checkScreen(page, width)
    for (const label of ['Username', 'Website']) await field(page, label).fill('-')
    await field(page, 'Lens').fill('tidewater')
    await save(page).click()
    await expect(page.getByText('2 fields need a change before saving.')).toBeVisible()
    await checkScreen(page, width)
    await pick(page, 'a.png', 'image/png', await newPicture(page, 300, 200))
    await expect(page.getByRole('dialog', { name: 'Crop picture' })).toBeVisible()
    await checkScreen(page, width)
    await context.close()
  })
}

async function checkScreen(page: Page, width: number) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await violations(page)).toEqual([])
  if (width > 700) return
  const small = await page
    .locator('.settings :is(button, a, input:not([hidden], [type=radio]), .theme)')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML),
    )
  expect(small).toEqual([])
}

async function signIn(page: Page, stack: Stack): Promise<BridgedWallet> {
  const { url } = stack
  const wallet = await openWithSession(
    page,
    { url, path: '/settings' },
    bothNetworks(stack),
  )
  await expect(field(page, 'Username')).toBeVisible()
  return wallet
}

async function connect(page: Page, name = /^MetaMask/) {
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
}

/**
 * Waits until React has hydrated the page itself, after header and footer: leaving sooner
 * makes React re-render the next page, which it reports.
 */
async function pageTaken(page: Page) {
  await page.waitForFunction(() => {
    const title = document.querySelector('main h1')
    return title && Object.keys(title).some((key) => key.startsWith('__reactFiber'))
  })
}

let names = 0

/** Returns an unused username. */
function newName(): string {
  names += 1
  return `tide_${process.pid}_${Date.now() % 100_000}_${names}`
}

async function pick(page: Page, name: string, mimeType: string, buffer: Buffer) {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
}

async function drop(page: Page, name: string, text: string) {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([file.text], file.name, { type: 'image/png' }))
      return transfer
    },
    { name, text },
  )
  await page.locator('.photo').dispatchEvent('drop', { dataTransfer })
}

/** Returns a PNG whose every part looks different. */
async function newPicture(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    ([wide, high]) => {
      const canvas = document.createElement('canvas')
      canvas.width = wide
      canvas.height = high
      const context = canvas.getContext('2d')
      for (let x = 0; x < wide; x += 20) {
        for (let y = 0; y < high; y += 20) {
          if (!context) continue
          context.fillStyle = `rgb(${(x * 255) / wide} ${(y * 255) / high} ${(x * y) % 255})`
          context.fillRect(x, y, 20, 20)
        }
      }
      return canvas.toDataURL('image/png')
    },
    [width, height] as const,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Ends the session from another client, without this page's knowledge. */
async function endBehindItsBack(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const response = await page.request.post('/api/logout', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status()).toBe(204)
}

async function answerBroken(route: Parameters<Parameters<Page['route']>[1]>[0]) {
  const error = { code: 'internal', message: 'Broken.', request_id: 'broken-1' }
  await route.fulfill({ status: 500, json: { error } })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
