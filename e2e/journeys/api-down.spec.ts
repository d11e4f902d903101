import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { getCollection } from '@platemark/api/collections'
import { endpointUrl } from '@platemark/api/endpoint'
import {
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  test,
} from '@playwright/test'
import { toHex } from 'viem'
import { root } from '../../tools/program.ts'
import {
  type ForeignFile,
  type ForeignPage,
  openForeignSite,
  pageWith,
} from '../fixtures/foreign-page.ts'
import { newCollection, openPhase } from '../fixtures/new-collection.ts'
import { type OwnProgram, startOwnProgram } from '../fixtures/own-program.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'

/** Files of the static host beside the mint component, by path. */
const files = new Map<string, ForeignFile>()
let host: ForeignPage
let program: OwnProgram

test.beforeAll(async () => {
  test.setTimeout(180_000)
  host = await openForeignSite((path) => files.get(path) ?? widgetFile(path))
  program = await startOwnProgram({ lists_url: `${host.origin}/lists` })
})

test.afterAll(async () => {
  await program?.stop()
  await host?.close()
})

test('an open page, an open widget and a widget loaded later all mint after the API was killed, public and by list', {
  tag: '@soak',
}, async ({ browser, context }) => {
  test.setTimeout(300_000)
  const wallet = await installWallet(context, 'io.rabby', {
    name: 'Rabby Wallet',
    rpcUrls: rpcUrls(),
  })
  const account = wallet.address()
  await Promise.all(program.chains.map(({ id }) => give(id, account)))
  const open = await newCollection({
    ...onChain(31_337),
    name: 'Open Water',
    phases: [openPhase()],
  })
  const listed = await newCollection({
    ...onChain(31_338),
    name: 'Quiet Circle',
    phases: [openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends' })],
    lists: [{ phase_id: 0, entries: [{ address: account }] }],
  })
  await copyLists(listed)

  const openPage = await opened(context, open)
  await connect(openPage)
  await expect(button(openPage, 'Mint 1')).toBeVisible()
  await wallet.switchChain(31_338)
  const listedPage = await opened(context, listed)
  await expect(button(listedPage, 'Mint 1')).toBeVisible()

  const guest = await visitor(browser)
  const guestPage = await opened(guest.context, open)
  await guest.hasWalletCode()
  const reader = await visitor(browser)
  const readerWidget = await openWidget(reader.context, open)
  await reader.hasWidgetParts()

  await program.kill()
  await expect(fetch(program.url)).rejects.toThrow()

  await button(listedPage, 'Mint 1').click()
  await expect(panel(listedPage)).toContainText('#1 is yours', { timeout: 60_000 })
  await wallet.switchChain(31_337)
  await button(openPage, 'Mint 1').click()
  await expect(panel(openPage)).toContainText('#1 is yours', { timeout: 60_000 })

  await connect(guestPage)
  await button(guestPage, 'Mint 1').click()
  await expect(panel(guestPage)).toContainText('#2 is yours', { timeout: 60_000 })
  await guest.context.close()

  await readerWidget.getByRole('button', { name: 'Connect Wallet' }).click()
  await readerWidget.getByRole('button', { name: 'Mint 1', exact: true }).click()
  await expect(readerWidget).toContainText('#3 is yours', { timeout: 60_000 })
  await reader.context.close()

  await mintInWidget(context, open, 4)
  await wallet.switchChain(31_338)
  await mintInWidget(context, listed, 2, { isKnown: true })
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(4)
})

/** Creates a browser context with a wallet that is not connected. */
async function visitor(browser: Browser) {
  const context = await browser.newContext()
  const wallet = await installWallet(context, 'io.rabby', {
    name: 'Rabby Wallet',
    rpcUrls: rpcUrls(),
  })
  await give(31_337, wallet.address())
  await context.clock.install()
  const requested = new Set<string>()
  const brought = new Set<string>()
  context.on('request', (request) => requested.add(request.url()))
  context.on('requestfinished', (request) => brought.add(request.url()))
  const isBrought = (names: string[]) => {
    const scripts = [...requested].filter((url) => /\/(assets|parts)\/.*\.js$/.test(url))
    const isWhole = names.every((name) =>
      scripts.some((url) => url.includes(`/${name}-`)),
    )
    return isWhole && scripts.every((url) => brought.has(url))
  }
  const hasParts = (...names: string[]) =>
    expect
      .poll(
        async () => {
          await context.clock.fastForward(10_000)
          return isBrought(names)
        },
        { timeout: 60_000 },
      )
      .toBe(true)
  return {
    context,
    /** Waits until the page has preloaded the wallet and mint chunks. */
    hasWalletCode: () => hasParts('runtime', 'connected-mint-panel', 'chain-watch'),
    /** Waits until the widget has preloaded its chunks. */
    hasWidgetParts: () => hasParts('wallet-chunk', 'chain-source'),
  }
}

const rpcUrls = () => Object.fromEntries(program.chains.map(({ id, url }) => [id, url]))

/** Opens a page of a foreign site with the program's widget, while the program is up. */
async function openWidget(context: BrowserContext, path: string) {
  const { chain, address, node } = placeOf(path)
  const script = `${program.url}/widget/platemark-mint.js`
  files.set('/reader', pageWith(script, { chain, address, rpc: node.url }))
  const page = await context.newPage()
  await page.goto(`${host.origin}/reader`)
  const widget = page.getByRole('group', { name: /^Mint/ })
  await expect(widget).toContainText('of 100 minted')
  return widget
}

function placeOf(path: string) {
  const [, , chain = '', address = ''] = path.split('/')
  const [first, second] = program.chains
  const node = chain === 'local' ? first : second
  if (!node) throw new Error('There is no such chain.')
  return { chain, address, node }
}

/**
 * Opens a page with the widget without API and mints there across a reload. `isKnown`:
 * the wallet was connected before and is restored.
 */
async function mintInWidget(
  context: BrowserContext,
  path: string,
  tokenId: number,
  { isKnown = false } = {},
): Promise<void> {
  const { chain, address, node } = placeOf(path)
  const script = `${host.origin}/widget/platemark-mint.js`
  const lists = `${host.origin}/lists/`
  files.set('/page', pageWith(script, { chain, address, rpc: node.url, lists }))
  const page = await context.newPage()
  await page.goto(`${host.origin}/page`)
  const widget = page.getByRole('group', { name: /^Mint/ })
  await expect(widget).toContainText(`${tokenId - 1} of 100 minted`)
  await expect(widget).toContainText('This site is not answering')
  const minting = widget.getByRole('button', { name: 'Mint 1', exact: true })
  if (!isKnown) await widget.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(widget).toContainText('1 of 5 used')
  await node.call('evm_setIntervalMining', 0)
  await minting.click()
  await expect(widget).toContainText('Waiting for confirmation')
  await page.reload()
  await expect(widget).toContainText('Minting 1.')
  await node.call('evm_setIntervalMining', 1)
  await expect(widget).toContainText(`#${tokenId} is yours`, { timeout: 60_000 })
  await page.close()
}

/**
 * Copies the published lists of a collection to the static host, as its operator would.
 */
async function copyLists(path: string): Promise<void> {
  const [, , chain_alias = '', contract_address = ''] = path.split('/')
  const params = { chain_alias, contract_address }
  const response = await fetch(program.url + endpointUrl(getCollection, { params }))
  const { data } = await response.json()
  for (const { list } of data.phases) {
    const { pathname } = new URL(list.url, program.url)
    const file = await fetch(program.url + pathname)
    expect(file.ok).toBe(true)
    const body = new Uint8Array(await file.arrayBuffer())
    files.set(`/lists/${pathname.split('/').at(-1)}`, { body, type: 'application/json' })
  }
  expect(files.size).toBe(1)
}

/** Returns a file of the built component. */
function widgetFile(path: string): ForeignFile | undefined {
  const folder = join(root, 'apps', 'web', 'dist', 'demo')
  const file = join(folder, path)
  if (!file.startsWith(join(folder, 'widget')) || !existsSync(file)) return undefined
  const type = extname(file) === '.js' ? 'text/javascript' : 'font/woff2'
  return { body: readFileSync(file), type }
}

function onChain(id: number) {
  const chain_alias = id === 31_337 ? 'local' : 'local-two'
  return {
    url: program.url,
    chain_alias,
    fund: (address: string) => give(id, address),
  }
}

/** Funds an address with ten coins. */
async function give(chainId: number, address: string): Promise<void> {
  const chain = program.chains.find(({ id }) => id === chainId)
  await chain?.call('anvil_setBalance', address, toHex(10n ** 19n))
}

async function opened(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(program.url + path)
  return page
}

async function connect(page: Page): Promise<void> {
  await button(page, 'Connect Wallet').click()
  const wallets = page.getByRole('dialog')
  await wallets.getByRole('button', { name: /^Rabby Wallet/ }).click()
  await expect(wallets).toBeHidden()
}

function panel(page: Page) {
  return page.getByRole('region', { name: 'Mint', exact: true })
}

function button(page: Page, name: string) {
  return panel(page).getByRole('button', { name, exact: true })
}
