import { updateUser } from '@platemark/api/profile'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../../tools/local/api.ts'
import { expect, test } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { bothNetworks } from '../fixtures/wallet-networks.ts'
import { visitor } from './xss-pages.ts'
import { bundled, held, payloads } from './xss-payloads.ts'
import { countByKind, newTally, recordDialogs, watch } from './xss-watch.ts'

/** Profile fields that fit all of the texts. */
const bios = bundled(payloads, 300)
// Escaped they are up to three times as long, and a link has 200 characters.
const websites = bundled(payloads, 90)
  .map((text) => `https://site.example/?${encodeURIComponent(text)}`)
  .filter((link) => link.length <= 200)

test('shows hostile profile texts to others as text and plain links', async ({
  context,
  stack,
}) => {
  test.setTimeout(300_000)
  const tally = newTally()
  const visits = visitor(context, stack.url, tally)
  await visits(
    await Promise.all(
      bios.map(async (bio, place) => {
        // A new account each time: public profiles are cached for a moment.
        const account = privateKeyToAccount(generatePrivateKey())
        const api = await signIn(stack.url, account)
        const body = { bio, website_link: websites[place] ?? null }
        const user = await api.call(updateUser, { body })
        return {
          ...{ kind: 'collector', path: `/collector/${account.address}` },
          texts: held(user.bio ?? ''),
          links: user.website_link ? [user.website_link] : [],
        }
      }),
    ),
  )
  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
  expect(countByKind(tally.seen)).toEqual({ collector: payloads.length })
  const linked = tally.links.collector?.flatMap((link) => held(decodeURIComponent(link)))
  expect(new Set(linked).size).toBeGreaterThan(payloads.length * 0.3)
})

test('shows hostile profile texts to their user in the settings fields only', async ({
  page,
  stack,
}) => {
  test.setTimeout(300_000)
  const tally = newTally()
  recordDialogs(page, tally)
  const account = privateKeyToAccount(generatePrivateKey())
  await installWallet(page, 'io.metamask', {
    accounts: [account],
    ...bothNetworks(stack),
  })
  await page.goto('/settings')
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^MetaMask/ })
    .click()
  await page.getByRole('textbox', { name: 'Bio' }).waitFor()
  const api = await signIn(stack.url, account)
  for (const bio of bios) {
    const user = await api.call(updateUser, { body: { bio } })
    await page.reload()
    await watch(page, tally, { kind: 'settings', texts: held(user.bio ?? '') })
  }
  expect(tally).toMatchObject({ missing: [], wrong: [], dialogs: [] })
  expect(countByKind(tally.seen)).toEqual({ settings: payloads.length })
})
