import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../tools/program.ts'
import { createAxe } from '../fixtures/axe.ts'
import { openForeignSite, pageWith } from '../fixtures/foreign-page.ts'
import { foreignTest } from '../fixtures/foreign-panel.ts'
import {
  callAs,
  dropOptions,
  readContractAddress,
  readMintFee,
  someAddress,
  someoneElse,
} from '../fixtures/mint-panel.ts'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { passTime, shortly, standStill } from '../fixtures/paused-clock.ts'
import { expect } from '../fixtures/stack.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'
import { firstNetwork } from '../fixtures/wallet-networks.ts'

foreignTest(
  'mints on a page of another site with the strictest policy',
  async ({ page, stack, foreign }) => {
    const { panel, button, wallet } = foreign
    const path = await newCollection({ ...dropOptions(stack), name: 'Harbour Light' })
    const calls: string[] = []
    page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`))
    await foreign.show(path)
    await expect(panel).toContainText('Harbour Light')
    await expect(panel).toContainText('Public, 0.002 ETH')
    await expect(panel).toContainText('0 of 100 minted')
    await foreign.fund()
    await foreign.connect()
    await button('One more').click()
    await expect(panel).toContainText('2 items, including all fees')
    await button('Price details').click()
    await expect(panel).toContainText('Price, 2 × 0.002 ETH')
    await button('Mint 2').click()

    await expect(panel).toContainText('#1 and #2 are yours')
    await expect(panel.getByRole('link', { name: 'View items' })).toHaveAttribute(
      'href',
      `${stack.url}/collector/${wallet.address()}`,
    )
    const panelEvents = await foreign.panelEvents()
    const states = panelEvents
      .filter(({ type }) => type === 'platemark:state')
      .map(({ detail }) => detail.state)
    expect(states[0]).toBe('disconnected')
    expect(states).toEqual(expect.arrayContaining(['ready', 'pending_tx', 'success']))
    const mint = panelEvents.find(({ type }) => type === 'platemark:mint')
    expect(mint?.detail).toMatchObject({
      chain: 'local',
      account: wallet.address(),
      quantity: 2,
      token_ids: ['1', '2'],
    })
    // Minting needs no account: beside chain calls the API is only read.
    expect(calls.filter((call) => /^POST .*\/api\//.test(call))).toEqual([])

    await button('Mint more').click()
    await expect(panel).toContainText('2 of 5 used')
    await page.reload()
    await expect(panel, 'the wallet is found again').toContainText('2 of 5 used')
  },
)

foreignTest(
  'is shown anew when another program has replaced its texts',
  { tag: '@soak' },
  async ({ page, stack, foreign }) => {
    const { panel, button } = foreign
    await foreign.show(
      await newCollection({ ...dropOptions(stack), name: 'Harbour Sign' }),
    )
    await expect(panel).toContainText('0 of 100 minted')
    await foreign.fund()
    await page.locator('platemark-mint').evaluate(({ shadowRoot }) => {
      if (!shadowRoot) throw new Error('component has no shadow root')
      const texts: ChildNode[] = []
      const nodes = document.createNodeIterator(shadowRoot, NodeFilter.SHOW_TEXT)
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        if (node instanceof Text) texts.push(node)
      }
      for (const text of texts) {
        const wrapper = document.createElement('font')
        wrapper.append(text.textContent?.toUpperCase() ?? '')
        text.replaceWith(wrapper)
      }
    })
    await foreign.connect()
    await expect(button('Mint 1')).toBeVisible()
    await expect(panel.locator('.figures > span').first()).toHaveText('0 of 100 minted')
  },
)

foreignTest(
  'mints from an allowlist, and credits the referrer',
  async ({ stack, foreign }) => {
    const { panel, button, wallet } = foreign
    const friends = openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends' })
    const strangers = Array.from({ length: 4 }, () => ({ address: someAddress() }))
    const path = await newCollection({
      ...dropOptions(stack),
      name: 'Known Voices',
      phases: [{ ...friends, price_wei: '1000000000000000', max_per_wallet: 2 }],
      lists: [{ phase_id: 0, entries: [...strangers, { address: wallet.address() }] }],
    })
    const ref = someAddress()
    await foreign.fund()
    await foreign.show(path, { ref })
    await foreign.connect()
    await expect(panel).toContainText('referred you and gets 20% of the mint fee')
    await button('Mint 1').click()
    await expect(panel).toContainText('#1 is yours')
    const [[sent] = []] = wallet.calls('eth_sendTransaction')
    expect(JSON.stringify(sent)).toContain(ref.slice(2).toLowerCase())

    await wallet.switchAccount()
    await expect(panel).toContainText('Not on the Friends list')
  },
)

foreignTest(
  'shows a rejection in the wallet, and a mint that is too late before it is sent',
  async ({ page, stack, foreign }) => {
    const { panel, button, wallet } = foreign
    const path = await newCollection({
      ...dropOptions(stack),
      name: 'Single Sheet',
      max_supply: 1,
    })
    await foreign.fund()
    await page.clock.install()
    await foreign.show(path)
    await foreign.connect()
    wallet.setPolicy('eth_sendTransaction', 'reject')
    await button('Mint 1').click()
    await expect(panel.getByRole('alert')).toHaveText(
      'You closed the request in your wallet. Nothing was sent.',
    )
    const sent = wallet.calls('eth_sendTransaction').length
    // The panel does not poll while its clock is paused.
    await standStill(page)
    const value = (await readMintFee(page, path)) + BigInt(openPhase().price_wei)
    const contract = await readContractAddress(page, path)
    await callAs(stack, await someoneElse(stack), contract, 'mint', [1n], { value })
    await button('Mint 1').click()
    await expect(panel.getByRole('alert')).toHaveText(
      'The last one was just minted. Nothing was sent.',
    )
    await page.clock.resume()
    await passTime(page, () =>
      expect(panel).toContainText('The only item is minted', shortly),
    )
    expect(wallet.calls('eth_sendTransaction')).toHaveLength(sent)
  },
)

foreignTest(
  'sends one mint when two panels of a page are pressed at once',
  async ({ page, stack, foreign }) => {
    const { wallet, panel } = foreign
    const path = await newCollection({ ...dropOptions(stack), name: 'Twin Lamps' })
    await foreign.fund()
    await foreign.show(path)
    await foreign.connect()
    await expect(foreign.button('Mint 1')).toBeVisible()
    await page.locator('platemark-mint').evaluate((one) => one.after(one.cloneNode()))
    const [first, second] = [panel.first(), panel.last()]
    const minting = { name: 'Mint 1', exact: true }
    await expect(second.getByRole('button', minting)).toBeVisible()

    wallet.setPolicy('eth_sendTransaction', 'wait')
    await first.getByRole('button', minting).click()
    await expect.poll(() => wallet.isAsking('eth_sendTransaction')).toBe(true)
    await second.getByRole('button', minting).click()
    await expect(second.getByRole('alert')).toHaveText(
      'Rabby Wallet already has a request open. Finish it there.',
    )
    await wallet.answer('eth_sendTransaction', 'allow')
    await expect(first).toContainText('#1 is yours')
    await expect(second).toContainText('#1 is yours')
    expect(wallet.calls('eth_sendTransaction')).toHaveLength(1)
  },
)

foreignTest(
  'switches a wallet that does not know the network',
  { tag: '@soak' },
  async ({ page, stack, faults }) => {
    const path = await newCollection({ ...dropOptions(stack), name: 'Far Pier' })
    const [, , chain = '', address = ''] = path.split('/')
    const shown = pageWith(`${stack.url}/widget/platemark-mint.js`, { chain, address })
    const site = await openForeignSite((path) => (path === '/' ? shown : undefined))
    faults.allow(new RegExp(`^foreign request: ${site.origin}$`))
    faults.allow(/Failed to load resource.*404/)
    const wallet = await installWallet(page, 'io.rabby', {
      name: 'Rabby Wallet',
      rpcUrls: { 31338: stack.rpcUrls['local-two'] },
    })
    await page.goto(site.origin)
    const panel = page.locator('platemark-mint').getByRole('group')
    await panel.getByRole('button', { name: 'Connect Wallet' }).click()
    await expect(panel).toContainText('Far Pier is on Harbour. Switch networks to mint.')
    await panel.getByRole('button', { name: 'Switch to Harbour' }).click()
    await expect(panel).toContainText('ETH short')
    expect(wallet.calls('wallet_addEthereumChain')).toHaveLength(1)
    await site.close()
  },
)

foreignTest(
  'offers a choice among several wallets, and shows when there is none',
  { tag: '@soak' },
  async ({ page, stack, foreign }) => {
    const { panel, button } = foreign
    const path = await newCollection({ ...dropOptions(stack), name: 'Two Doors' })
    const other = await installWallet(page, 'io.metamask', {
      name: 'MetaMask',
      ...firstNetwork(stack),
    })
    await foreign.show(path)
    await foreign.connect()
    await expect(panel).toContainText('Choose a wallet.')
    await expect(button('Rabby Wallet')).toBeVisible()
    other.setPolicy('eth_requestAccounts', 'reject')
    await button('MetaMask').click()
    await expect(panel.getByRole('alert')).toHaveText(
      'You closed the request in MetaMask. Nothing was shared.',
    )
    await button('Back').click()
    await expect(button('Connect Wallet')).toBeVisible()

    await foreign.wallet.uninstall()
    await other.uninstall()
    await foreign.show(path)
    await foreign.connect()
    await expect(panel).toContainText('No wallet was found in this browser.')
    await expect(panel.getByRole('link', { name: /^Get MetaMask/ })).toBeVisible()
  },
)

foreignTest(
  'counts down, and exports the opening to a calendar',
  { tag: '@soak' },
  async ({ page, stack, foreign }) => {
    const { panel, button } = foreign
    const path = await newCollection({
      ...dropOptions(stack),
      name: 'Before Dawn',
      phases: [openPhase({ start: fromNow(5400), end: fromNow(9000) })],
    })
    await foreign.show(path)
    await expect(panel.getByRole('timer')).toContainText(/opens in 0[01]:/)
    const download = page.waitForEvent('download')
    await button('Add to calendar').click()
    const file = readFileSync((await (await download).path()) ?? '', 'utf8')
    expect(file).toContain('SUMMARY:Before Dawn: Public on Harbour')
  },
)

foreignTest(
  "shows what the page's author must fix, and what is missing",
  async ({ page, stack, foreign }) => {
    await foreign.show('/collection//')
    const { panel } = foreign
    await expect(panel.getByRole('alert')).toHaveText(
      'This panel needs a chain, like chain="base".',
    )
    const { y, height } = (await panel.boundingBox()) ?? { y: 0, height: 0 }
    const sentence = await panel.getByRole('alert').boundingBox()
    expect(sentence?.y, 'in the middle').toBeGreaterThan(y + height / 3)
    await foreign.show(`/collection/nowhere/${someAddress()}`)
    await expect(panel.getByRole('alert')).toHaveText(
      'This site does not offer collections of this network.',
    )
    await foreign.show(`/collection/local/${someAddress()}`)
    await expect(panel.getByRole('alert')).toHaveText(
      'There is no collection at this address.',
    )
    const path = await newCollection({ ...dropOptions(stack), name: 'Late Words' })
    await page
      .locator('platemark-mint')
      .evaluate(
        (element, address) => element.setAttribute('address', address),
        path.split('/')[3] ?? '',
      )
    await expect(panel).toContainText('Late Words')
  },
)

foreignTest(
  'follows the theme and colors of the page',
  { tag: '@soak' },
  async ({ page, stack, foreign }) => {
    await foreign.show(
      await newCollection({ ...dropOptions(stack), name: 'Night Ferry' }),
    )
    const element = page.locator('platemark-mint')
    const paper = () =>
      foreign.panel.evaluate((panel) => getComputedStyle(panel).backgroundColor)
    await expect(foreign.panel).toContainText('Night Ferry')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper()).toBe('rgb(20, 24, 23)')
    await element.evaluate((one) => one.setAttribute('theme', 'light'))
    expect(await paper()).toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ colorScheme: 'light' })
    await element.evaluate((one) => one.setAttribute('theme', 'dark'))
    expect(await paper()).toBe('rgb(20, 24, 23)')
    await element.evaluate((one) => one.style.setProperty('--platemark-card', '#102030'))
    expect(await paper()).toBe('rgb(16, 32, 48)')
  },
)

foreignTest(
  'works at 280 px, by keyboard alone and for screen readers',
  async ({ page, stack, foreign }) => {
    const { panel, button } = foreign
    await page.setViewportSize({ width: 320, height: 800 })
    const path = await newCollection({ ...dropOptions(stack), name: 'Narrow Quay' })
    await foreign.fund()
    await foreign.show(path)
    await page.locator('platemark-mint').evaluate((one) => {
      one.style.width = '280px'
    })
    await expect(panel).toContainText('Connect your wallet')
    await hasNoFindings(page)
    await button('Connect Wallet').focus()
    await page.keyboard.press('Enter')
    await expect(button('Mint 1')).toBeVisible()
    await hasNoFindings(page)
    const box = await panel.boundingBox()
    expect(box?.width).toBe(280)
    const inside = await panel.evaluate((one) => one.scrollWidth <= one.clientWidth)
    expect(inside).toBe(true)
    for (const target of await panel.locator('.act :is(button, a)').all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(42)
    }

    await panel.getByRole('spinbutton', { name: 'Quantity' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(button('Mint 2')).toBeVisible()
    await button('Mint 2').focus()
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('status')).toContainText('#1 and #2 are yours')
    await hasNoFindings(page)
  },
)

foreignTest(
  'serves entry and chunks to any site, compressed, with their cache lifetime',
  async ({ request, stack }) => {
    const headers = { origin: 'https://elsewhere.example', 'accept-encoding': 'br' }
    const entry = await request.get('/widget/platemark-mint.js', { headers })
    expect(entry.status()).toBe(200)
    expect(entry.headers()).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      'content-encoding': 'br',
    })
    const { etag = '' } = entry.headers()
    const again = await request.get('/widget/platemark-mint.js', {
      headers: { ...headers, 'if-none-match': etag },
    })
    expect(again.status()).toBe(304)
    const [part] = /parts\/[\w-]+\.js/.exec(await entry.text()) ?? []
    const found = await request.get(`${stack.url}/widget/${part}`, { headers })
    expect(found.headers()).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const missing = await request.get('/widget/parts/none-00000000.js')
    expect(missing.status()).toBe(404)
  },
)

foreignTest(
  'shows examples, and the code to copy works unchanged',
  async ({ page, stack, faults }) => {
    const path = await newCollection({ ...dropOptions(stack), name: 'Copied Lines' })
    const [, , chain = '', address = ''] = path.split('/')
    await page.goto(`/widget/examples?chain=${chain}&address=${address}`)
    await expect(page.locator('platemark-mint')).toHaveCount(5)
    const panels = page.getByRole('group', { name: 'Mint Copied Lines' })
    await expect(panels).toHaveCount(5)
    for (const panel of await panels.all()) {
      await expect(panel).toContainText('0 of 100 minted')
    }
    await hasNoFindings(page)
    await page.setViewportSize({ width: 320, height: 800 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(320)

    const code = await page.locator('#code').textContent()
    const site = await openForeignSite(() => ({ body: code ?? '', type: 'text/html' }))
    faults.allow(new RegExp(`^foreign request: ${site.origin}$`))
    await page.goto(site.origin)
    await expect(page.getByRole('group', { name: 'Mint Copied Lines' })).toBeVisible()

    const lines = documented()
      .replaceAll('https://platemark.example', stack.url)
      .replace('chain="base"', `chain="${chain}"`)
      .replace(/address="0x[^"]*"/, `address="${address}"`)
    const other = await openForeignSite(() => ({ body: lines, type: 'text/html' }))
    faults.allow(new RegExp(`^foreign request: ${other.origin}$`))
    await page.goto(other.origin)
    await expect(page.getByRole('group', { name: 'Mint Copied Lines' })).toBeVisible()
    await site.close()
    await other.close()
  },
)

/** Returns the first example of the documentation. */
function documented(): string {
  const text = readFileSync(join(root, 'docs', 'widget.md'), 'utf8')
  const example = /```html\n([\s\S]*?)```/.exec(text)?.[1]
  if (!example) throw new Error('docs/widget.md has no example.')
  return example
}

async function hasNoFindings(page: Page): Promise<void> {
  const { violations } = await createAxe(page).include('platemark-mint').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual(
    [],
  )
}
