import type { Page } from '@playwright/test'
import { fact, fresh, mint, refuse } from '../fixtures/collection-sections.ts'
import { isFull } from '../fixtures/extent.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { expect, test } from '../fixtures/stack.ts'
import { EVENTS, openTab, setHidden, watchStreams } from '../fixtures/tabs.ts'

const minted = (page: Page) => fact(page, 'Minted')

/** Tabs of one browser that look at the same collection. */
const TAB_COUNT = isFull ? 8 : 4

test(`${TAB_COUNT} tabs load, show every change and share one stream`, async ({
  context,
  stack,
}) => {
  const { path, address } = await fresh(stack, 'Eight Windows')
  const streams = watchStreams(context)
  const tabs: Page[] = []
  while (tabs.length < TAB_COUNT) tabs.push(await openTab(context, path))
  await expect.poll(streams.count).toBe(1)
  await mint(stack, address, 2)
  for (const tab of tabs) await expect(minted(tab)).toHaveText('2 2%')

  // Its tab is closed: another one opens the stream, and misses nothing.
  const [holder] = streams.holders()
  await holder?.close()
  await mint(stack, address, 1)
  const left = tabs.filter((tab) => tab !== holder)
  for (const tab of left) await expect(minted(tab)).toHaveText('3 3%')
  expect(streams.count()).toBe(1)
})

test('one stream carries the collections of all visible tabs, of any network', {
  tag: '@soak',
}, async ({ context, stack }) => {
  const drops = [await fresh(stack, 'Left Window'), await fresh(stack, 'Right Window')]
  const elsewhere = await newCollection({
    ...{ url: stack.url, name: 'Far Window', chain_alias: 'local-two' },
    phases: [openPhase()],
  })
  const streams = watchStreams(context)
  const tabs: Page[] = []
  for (const { path } of drops) tabs.push(await openTab(context, path))
  await openTab(context, elsewhere)
  await expect.poll(() => streams.topics().length).toBe(3)
  expect(streams.count()).toBe(1)
  for (const { address } of drops) await mint(stack, address, 2)
  for (const tab of tabs) await expect(minted(tab)).toHaveText('2 2%')
  expect(streams.count()).toBe(1)
})

const absences = {
  hidden: {
    leave: (page: Page) => setHidden(page, true),
    back: (page: Page) => setHidden(page, false),
  },
  'kept for the back button': {
    leave: (page: Page) =>
      page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))"),
    back: (page: Page) =>
      page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))"),
  },
  frozen: {
    leave: (page: Page) => page.evaluate("document.dispatchEvent(new Event('freeze'))"),
    back: (page: Page) => page.evaluate("document.dispatchEvent(new Event('resume'))"),
  },
}

test('a tab that is hidden, kept or frozen gives the stream back at once', {
  tag: '@soak',
}, async ({ context, stack }) => {
  const { path, address } = await fresh(stack, 'Back Window')
  const streams = watchStreams(context)
  const first = await openTab(context, path)
  const second = await openTab(context, path)
  await expect.poll(streams.holders).toEqual([first])
  let total = 0
  for (const [absence, { leave, back }] of Object.entries(absences)) {
    await leave(first)
    await expect.poll(streams.holders, absence).toEqual([second])
    await leave(second)
    await expect.poll(streams.count, absence).toBe(0)
    // A change while no tab looks is there when one comes back.
    await mint(stack, address, 1)
    total += 1
    await back(first)
    await expect(minted(first)).toHaveText(`${total} ${total}%`)
    await back(second)
    expect(streams.holders()).toEqual([first])
  }
})

for (const [reason, script] of Object.entries({
  // A page without TLS.
  'no Web Locks': 'delete Navigator.prototype.locks',
  'forbidden Web Locks':
    "if (window.LockManager) LockManager.prototype.request = async () => { throw new DOMException('', 'SecurityError') }",
  'forbidden channels':
    "BroadcastChannel = class { constructor() { throw new DOMException('', 'SecurityError') } }",
})) {
  test(`with ${reason} each visible tab has its own stream`, { tag: '@soak' }, async ({
    context,
    stack,
  }) => {
    await context.addInitScript({ content: script })
    const { path, address } = await fresh(stack, 'Lone Window')
    const streams = watchStreams(context)
    const tabs = [await openTab(context, path), await openTab(context, path)]
    await expect.poll(streams.count).toBe(2)
    await mint(stack, address, 2)
    for (const tab of tabs) await expect(minted(tab)).toHaveText('2 2%')
    for (const tab of tabs) await setHidden(tab, true)
    await expect.poll(streams.count).toBe(0)
  })
}

test('a refused stream is asked for once by all tabs, which poll', {
  tag: '@soak',
}, async ({ context, stack, faults }) => {
  faults.allow(/429/)
  await context.route(EVENTS, (route) =>
    refuse(route, 429, 'too_many_requests', { 'retry-after': '600' }),
  )
  const { path, address } = await fresh(stack, 'Full House')
  const streams = watchStreams(context)
  await context.clock.install()
  const tabs: Page[] = []
  while (tabs.length < 3) tabs.push(await openTab(context, path))
  await expect.poll(streams.requested).toBe(1)
  await mint(stack, address, 2)
  for (const tab of tabs) {
    await passTime(tab, () => expect(minted(tab)).toHaveText('2 2%', shortly))
  }
  expect(streams.requested()).toBe(1)
})
