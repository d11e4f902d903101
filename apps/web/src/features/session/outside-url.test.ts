import { expect, test } from 'vitest'
import { outsideUrl } from './outside-url.ts'

const page = 'https://plate.test/collection/base/0x1?ref=a#top'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/140 Mobile'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Instagram 300.0'

const intent =
  'intent://plate.test/collection/base/0x1?ref=a#Intent;scheme=https;action=android.intent.action.VIEW;end'
const local = 'http://localhost:3000/'

test.each([
  ['an app on Android', page, android, intent],
  ['an app on an iPhone', page, iphone, page.replace('https', 'x-safari-https')],
  ['a browser', page, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150', page],
  ['an app whose page has no TLS', local, android, local],
])('a page in %s opens in the browser of the device', (_, from, agent, address) => {
  expect(outsideUrl(from, agent)).toBe(address)
})
