import type { Route } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { soakUnless } from '../fixtures/extent.ts'
import { foreignTest } from '../fixtures/foreign-panel.ts'
import { callAs, dropOptions, readContractAddress } from '../fixtures/mint-panel.ts'
import { fromNow, newCollection, openPhase } from '../fixtures/new-collection.ts'
import { countOpenRequests } from '../fixtures/open-requests.ts'
import { passTime, shortly, standStill } from '../fixtures/paused-clock.ts'
import { expect } from '../fixtures/stack.ts'

foreignTest(
  'a change between viewing and pressing is shown, and the wallet gets no request',
  { tag: '@soak' },
  async ({ page, stack, foreign }) => {
    const { panel, button, wallet } = foreign
    const creatorKey = generatePrivateKey()
    const path = await newCollection({
      ...dropOptions(stack),
      name: 'Shifting Sand',
      creatorKey,
    })
    const contract = await readContractAddress(page, path)
    const allResponses = countOpenRequests(page)
    /** Stops the clock of a ready panel: it refetches only on a press. */
    const untilReady = () =>
      passTime(page, async () => {
        await standStill(page)
        // A response that comes later could replace what is shown.
        await allResponses()
        await expect(button('Mint 1')).toBeVisible(shortly)
      })
    await foreign.fund()
    await page.clock.install()
    await foreign.show(path)
    await foreign.connect()
    // A clock that jumps would end the wait for the wallet.
    await expect(panel).not.toContainText('Connecting shares your address')
    await untilReady()
    await callAs(stack, creatorKey, contract, 'setPaused', [true])
    await button('Mint 1').click()
    await expect(panel.getByRole('alert')).toHaveText(
      'The creator paused minting a moment ago. Nothing was sent.',
    )
    await page.clock.resume()
    await passTime(page, () => expect(panel).toContainText('Minting is paused', shortly))
    await callAs(stack, creatorKey, contract, 'setPaused', [false])
    await untilReady()
    const end = Math.floor(Date.now() / 1000) + 7200
    const price = BigInt(openPhase().price_wei) * 2n
    const dearer = { price, start: 1, end, walletLimit: 5, supplyCap: 0 }
    await callAs(stack, creatorKey, contract, 'setPublicPhase', [dearer])
    await button('Mint 1').click()
    await expect(panel.getByRole('alert')).toHaveText(
      'The price just changed. Check the new total and mint again.',
    )
    expect(wallet.calls('eth_sendTransaction')).toEqual([])
    await page.clock.resume()
    await passTime(page, () => expect(panel).toContainText('Public, 0.004 ETH', shortly))
  },
)

foreignTest(
  'unreachable nodes are named, and the wallet is read in their place',
  async ({ page, stack, faults, foreign }) => {
    faults.allow(/ERR_FAILED/)
    const { panel, button, wallet } = foreign
    const path = await newCollection({ ...dropOptions(stack), name: 'Dead Wire' })
    await foreign.fund()
    await page.route('**/rpc/local', (route) => route.abort())
    wallet.setPolicy('eth_getBalance', 'broken')
    await foreign.show(path)
    await foreign.connect()
    await expect(panel).toContainText('Harbour is not answering')
    wallet.setPolicy('eth_getBalance', 'allow')
    await button('Try again now').click()
    await button('Mint 1').click()
    await expect(panel).toContainText('#1 is yours')
  },
)

const silences = [
  {
    what: 'a site that does not answer',
    answer: (route: Route) => route.abort(),
    // Without the site, only the alias of the network is known.
    says: 'Local is not answering',
  },
  {
    what: 'a site that takes no more questions',
    answer: (route: Route) => route.fulfill(tooMany),
    says: 'Too many requests',
  },
]
const tooMany = {
  status: 429,
  headers: { 'access-control-allow-origin': '*' },
  json: { error: { code: 'too_many_requests', message: 'Slow', request_id: '1' } },
}

for (const { what, answer, says } of silences) {
  const title = `${what} is shown as such, also without a chunk of the panel, and retried`
  const inTest = says === 'Too many requests'
  foreignTest(title, soakUnless(inTest), async ({ page, stack, faults, foreign }) => {
    faults.allow(/Failed to load resource/)
    const { panel, button } = foreign
    const path = await newCollection({ ...dropOptions(stack), name: 'Busy Line' })
    await page.route('**/api/**', answer)
    await page.route('**/parts/chain-source-*', (route) => route.abort())
    await foreign.show(path)
    await expect(panel).toContainText(says)
    await expect(panel).not.toContainText('module')
    await page.unrouteAll()
    await button('Try again now').click()
    await expect(panel).toContainText('0 of 100 minted')
  })
}

foreignTest(
  'a lost connection is shown at the button',
  { tag: '@soak' },
  async ({ page, stack, faults, foreign }) => {
    faults.allow(/ERR_INTERNET_DISCONNECTED/)
    const { panel, button } = foreign
    const path = await newCollection({ ...dropOptions(stack), name: 'Loose Cable' })
    await foreign.fund()
    await foreign.show(path)
    await foreign.connect()
    await expect(button('Mint 1')).toBeEnabled()
    await page.context().setOffline(true)
    await expect(button('Mint 1')).toBeDisabled()
    await expect(panel).toContainText('You are offline. Nothing was sent.')
    await page.context().setOffline(false)
    await expect(button('Mint 1')).toBeEnabled()
  },
)

foreignTest(
  'a computer whose clock is five hours ahead counts down correctly',
  {
    tag: '@soak',
  },
  async ({ page, stack, foreign }) => {
    const phases = [openPhase({ start: fromNow(7200), end: fromNow(86_400) })]
    const path = await newCollection({
      ...dropOptions(stack),
      name: 'Early Watch',
      phases,
    })
    await page.clock.install({ time: Date.now() + 5 * 3_600_000 })
    await foreign.show(path)
    await expect(foreign.panel.getByRole('timer')).toContainText(/opens in 01:5\d/)
    await expect(foreign.panel).toContainText('The Public phase opens on')
  },
)

foreignTest(
  'a wallet on another network or without funds is shown what it lacks',
  {
    tag: '@soak',
  },
  async ({ stack, foreign }) => {
    const { panel, button, wallet } = foreign
    const path = await newCollection({
      ...dropOptions(stack),
      name: 'Other Side',
      chain_alias: 'local-two',
    })
    await foreign.show(path)
    await foreign.connect()
    await expect(panel).toContainText('Other Side is on Quay. Switch networks to mint.')
    wallet.setPolicy('wallet_switchEthereumChain', 'reject')
    await button('Switch to Quay').click()
    await expect(panel.getByRole('alert')).toContainText(
      'Your wallet stayed on its network. Choose Quay in Rabby Wallet',
    )
    wallet.setPolicy('wallet_switchEthereumChain', 'allow')
    await button('Switch to Quay').click()
    await expect(panel).toContainText('ETH short')
    await expect(panel).toContainText('you can get free test funds')
  },
)
