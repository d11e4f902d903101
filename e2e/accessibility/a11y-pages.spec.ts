import { renderRefusal } from '../../apps/server/src/pages/refused-page.ts'
import { violations } from '../fixtures/axe.ts'
import { edition } from '../fixtures/collection-sections.ts'
import { drawn, soakUnless } from '../fixtures/extent.ts'
import { openForeignSite } from '../fixtures/foreign-page.ts'
import { expect, test } from '../fixtures/stack.ts'
import { inaccessible, settle, unreadable } from './a11y-audit.ts'
import { misfits } from './a11y-fit.ts'
import { walk } from './a11y-keyboard.ts'
import { motions, recordMotion } from './a11y-motion.ts'
import { places } from './a11y-targets.ts'

for (const { name, path } of drawn(places, 1)) {
  const title = `${name} is readable at every zoom, usable by keyboard alone, and free of motion`
  test(title, async ({ context, page, stack, faults }) => {
    faults.allow(/status of (404|451)/)
    await recordMotion(context)
    await page.goto(typeof path === 'string' ? path : await path(stack))
    await settle(page)
    const { count, wrong } = await walk(page)
    expect(count).toBeGreaterThan(2)
    const found = [...wrong, ...(await unreadable(page)), ...(await inaccessible(page))]
    expect([...found, ...(await motions(page))]).toEqual([])
  })
}

test('the widest address and the link to an explorer fit beside the art of a cover', {
  tag: '@soak',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(edition)
  await settle(page)
  await page.locator('.with-art .address').evaluate((address) => {
    const [code, copy] = address.children
    if (code) code.textContent = '0xDDDD…DDDD'
    copy?.after(copy.cloneNode(true))
  })
  expect(await misfits(page)).toEqual([])
})

for (const status of [429, 503] as const) {
  const name = `the page of a request refused with ${status} is readable in both themes`
  test(name, soakUnless(status === 429), async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(renderRefusal(status, '5'))
      // axe takes a page without a background for white, the browser paints its own.
      await page.addStyleTag({ content: ':root { background: Canvas }' })
      expect([...(await misfits(page)), ...(await violations(page))]).toEqual([])
    }
    await expect(page.getByRole('link', { name: 'Load the page again' })).toBeVisible()
  })
}

test('names text that is cut off, controls out of reach, and motion', async ({
  context,
  page,
  faults,
}) => {
  const site = await openForeignSite(() => ({ body: planted, type: 'text/html' }))
  faults.allow(new RegExp(`^foreign request: ${site.origin}$`))
  await recordMotion(context)
  await page.goto(site.origin)
  const { wrong } = await walk(page)
  const found = [...wrong, ...(await misfits(page)), ...(await motions(page))]
  for (const what of [
    /after .*First by force/,
    /Flat: shows no focus/,
    /Gone: has the focus and is hidden/,
    /covered: .*Under by .*Over/,
    /cut: .*Longer/,
    /scrolls sideways/,
    /animationstart of p away/,
    /smooth scrolling of away/,
  ])
    expect(found.join('\n')).toMatch(what)
  await site.close()
})

/** Page with every kind of fault. */
const planted = `<!doctype html><html lang="en"><title>x</title><style>
  @keyframes away { to { transform: translate(9px) } }
  .cut { width: 60px; overflow: hidden; white-space: nowrap }
  .over { position: absolute; top: 0; left: 0; width: 90px; height: 90px }
  .away { animation: away 1s infinite; scroll-behavior: smooth }
  .flat:focus { outline: none }
  .gone { position: absolute; top: 300px; opacity: 0 }
  </style><button>Under</button><button class="over">Over</button>
  <p class="cut">Longer than its place</p><p style="width: 2000px">wide</p>
  <a href="#a" tabindex="1">First by force</a><a href="#b" class="flat">Flat</a>
  <a href="#c" class="gone">Gone</a><p class="away">away</p>`
