import { expect, hydrated, isTakenOver, test } from '../fixtures/stack.ts'

test('a page that is left before React has reached all of it gives way to the next one', async ({
  page,
}) => {
  const devices = await page.context().newCDPSession(page)
  await devices.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript({ content: `(${pressEarly})(${isTakenOver})` })

  for (const from of ['/collections', '/settings']) {
    await page.goto(from)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await hydrated(page)
    expect(await page.evaluate(() => document.documentElement.dataset.pressed)).toBe(
      'early',
    )
  }
})

test('no error is made while a page starts: each would be read with its trace', async ({
  page,
}) => {
  await page.addInitScript({ content: `(${keepErrors})()` })
  for (const path of ['/', '/collections', '/about']) {
    await page.goto(path)
    await hydrated(page)
    expect(await page.evaluate('window.errorsMade'), path).toEqual([])
  }
  await page.evaluate(() => new Error('Made on purpose'))
  expect(await page.evaluate('window.errorsMade')).toEqual(['Made on purpose'])
})

/** Keeps what every error says that is made on the page, called or constructed. */
function keepErrors() {
  const errorsMade: string[] = []
  const keep = (error: Error) => {
    errorsMade.push(error.message)
    return error
  }
  window.Error = new Proxy(Error, {
    apply: (target, self, given) => keep(Reflect.apply(target, self, given)),
    construct: (target, given, by) => keep(Reflect.construct(target, given, by)),
  })
  Object.assign(window, { errorsMade })
}

/** Presses the link home between the moment React listens to it and the end of taking over. */
function pressEarly(isReached: typeof isTakenOver) {
  const channel = new MessageChannel()
  const again = () => channel.port2.postMessage(null)
  channel.port1.onmessage = () => {
    if (location.pathname === '/') return
    if (!isReached('frame')) return again()
    document.documentElement.dataset.pressed = isReached('whole') ? 'late' : 'early'
    document.querySelector<HTMLElement>('header a[href="/"]')?.click()
  }
  again()
}
