import { collectionAbi } from '@platemark/abi/collection'
import {
  getCollection,
  getEligibility,
  getListEntries,
  type ListEntry,
} from '@platemark/api/collections'
import { reasonCodes } from '@platemark/rules/reason-codes'
import { listMintReasons, type MintReason } from '@platemark/rules/states'
import { timeUntil } from '@platemark/rules/times'
import { expect, type Page, test } from '@playwright/test'
import {
  type Address,
  createClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  http,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { foundry } from 'viem/chains'
import { type Api, connectApi } from '../../tools/local/api.ts'
import type { KeptChain } from '../../tools/local/chain.ts'
import { drawn } from '../fixtures/extent.ts'
import {
  button,
  connect,
  friends,
  holdCollection,
  panel,
} from '../fixtures/mint-panel.ts'
import { inState } from '../fixtures/mint-panel-state.ts'
import { newCollection, openPhase, toTime } from '../fixtures/new-collection.ts'
import { type OwnProgram, startOwnProgram } from '../fixtures/own-program.ts'
import { passTime, shortly } from '../fixtures/paused-clock.ts'
import { installWallet } from '../fixtures/wallet-bridge.ts'

let program: OwnProgram
let chain: KeptChain
let api: Api

test.beforeAll(async () => {
  test.setTimeout(180_000)
  program = await startOwnProgram({}, { confirmations: 50 })
  const [first] = program.chains
  if (!first) throw new Error('There is no chain.')
  chain = first
  api = connectApi(program.url)
})

test.afterAll(async () => {
  await program?.stop()
})

test('a collection whose block was reorganized shows as not indexed', {
  tag: '@soak',
}, async ({ page }) => {
  const creatorKey = generatePrivateKey()
  const path = await made({ name: 'Second Birth', creatorKey, phases: [openPhase()] })
  const { created_tx, created_block } = await api.call(getCollection, {
    params: placeOf(path),
  })
  const account = await walletOn(page)
  await page.clock.install()
  await page.goto(program.url + path)
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')

  // The page is updated a little later than its panel.
  const letGo = await holdCollection(page, path)
  await chain.call('evm_setIntervalMining', 0)
  const creation = await chain.call('eth_getRawTransactionByHash', created_tx)
  const head = Number(await chain.call('eth_blockNumber'))
  await chain.call('anvil_reorg', head - Number(created_block) + 1, [])
  await chain.call('evm_mine')
  await passTime(page, () =>
    expect(panel(page)).toContainText('Still being indexed', shortly),
  )
  await inState(page, 'unavailable-not_indexed')

  await give(privateKeyToAccount(creatorKey).address)
  await give(account)
  await chain.call('eth_sendRawTransaction', creation)
  await chain.call('evm_setIntervalMining', 1)
  await passTime(page, () =>
    expect(panel(page)).toHaveAttribute('data-state', 'ready', shortly),
  )
  letGo()
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
})

test('a failed mint succeeds after a reorg, also after a reload', {
  tag: '@soak',
}, async ({ page }) => {
  await walletOn(page)
  const path = await made({
    name: 'Late Tide',
    max_supply: 1,
    phases: [openPhase()],
  })
  await page.clock.install()
  await page.goto(program.url + path)
  await connect(page)
  await expect(panel(page)).toHaveAttribute('data-state', 'ready')
  await chain.call('evm_setIntervalMining', 0)
  await button(page, 'Mint 1').click()
  await expect(panel(page)).toContainText('Waiting for confirmation')
  const sent = panel(page).locator('.mint-steps small').first()
  const hash = await sent.getAttribute('title')
  const mint = await chain.call('eth_getRawTransactionByHash', hash)
  await chain.call('anvil_dropTransaction', hash)
  await mintForAnother(path)
  await chain.call('eth_sendRawTransaction', mint)
  await chain.call('evm_mine')
  await expect(panel(page).getByRole('alert')).toContainText('The mint failed on Harbour')

  await page.reload()
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
  await chain.call('anvil_reorg', 1, [])
  await chain.call('evm_mine')
  const alert = panel(page).getByRole('alert')
  await passTime(page, () =>
    expect(alert).toContainText(
      'Harbour reorganised. Your failed mint may still be confirmed.',
      shortly,
    ),
  )
  await chain.call('eth_sendRawTransaction', mint)
  await chain.call('evm_setIntervalMining', 1)
  await passTime(page, () => expect(panel(page)).toContainText('#1 is yours', shortly))
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
})

test('contract, API and page agree around every start and end', { tag: '@soak' }, async ({
  page,
}) => {
  test.setTimeout(180_000)
  const opens = Math.floor(Date.now() / 1000) + 7200
  const [everyone, ends] = [opens + 3600, opens + 7200]
  const account = await walletOn(page)
  const path = await made({
    name: 'On The Dot',
    phases: [
      friends({ start: toTime(opens), end: toTime(everyone) }),
      openPhase({ start: toTime(everyone), end: toTime(ends) }),
    ],
    lists: [{ phase_id: 0, entries: [{ address: account }] }],
  })
  const params = { ...placeOf(path), address: account }
  const entries = await api.call(getListEntries, { params })
  await page.goto(program.url + path)
  await connect(page)
  await chain.call('evm_setIntervalMining', 0)
  // The clock is paused between a block and the page's update.
  await page.addInitScript(() => {
    performance.now = () => 8000
  })

  const seen: { now: number; contract: View; api: View }[] = []
  for (const edge of drawn([opens, everyone, ends], 1)) {
    for (const now of [edge - 1, edge, edge + 1]) {
      await chain.call('evm_setNextBlockTimestamp', now)
      await chain.call('evm_mine')
      const number = Number(await chain.call('eth_blockNumber'))
      await page.goto(program.url + path)
      const contract = await contractView(path, account, entries, number)
      const expected = panelOf(contract, now, [everyone, ends])
      await expect(panel(page)).toHaveAttribute('data-state', expected.state)
      await expect(panel(page).locator('.mint-panel-head')).toContainText(expected.head)
      seen.push({ now: now - opens, contract, api: await apiView(path, account, number) })
      expect(await timeOf('latest'), 'no other block came between').toBe(now)
    }
  }
  expect(seen.map(({ api }) => api)).toEqual(seen.map(({ contract }) => contract))
  const open = (phase: 'friends' | 'everyone') =>
    seen.filter(({ contract }) => contract[phase].length === 0).map(({ now }) => now)
  const reached = (times: number[]) =>
    times.filter((time) => seen.some(({ now }) => now === time))
  expect(open('friends')).toEqual(reached([0, 1, 3599]))
  expect(open('everyone')).toEqual(reached([3600, 3601, 7199]))
})

type View = Record<'friends' | 'everyone', MintReason[]>

/** Returns the panel's expected state and heading for the contract's result. */
function panelOf(view: View, now: number, [everyone = 0, ends = 0]: number[]) {
  const isOpen = (phase: keyof View) => view[phase].length === 0
  if (isOpen('friends')) {
    return { state: 'ready', head: `Friends Liveends in ${timeUntil(everyone - now)}` }
  }
  if (isOpen('everyone')) {
    return { state: 'ready', head: `Public Liveends in ${timeUntil(ends - now)}` }
  }
  const codes = Object.keys(reasonCodes) as MintReason[]
  const furthest = [view.friends, view.everyone]
    .flatMap(([reason]) => reason ?? [])
    .toSorted((a, b) => codes.indexOf(b) - codes.indexOf(a))[0]
  const state = furthest ? reasonCodes[furthest] : 'ready'
  return { state, head: state === 'not_started' ? 'Friends Next' : 'Ended' }
}

/** Calls the contract at this block. */
async function contractView(
  path: string,
  account: Address,
  entries: readonly ListEntry[],
  number: number,
): Promise<View> {
  const checkMint = async (packed: bigint, proof: Hex[]) => {
    const call = { abi: collectionAbi, functionName: 'checkMint' } as const
    const data = encodeFunctionData({ ...call, args: [account, 1n, packed, proof] })
    const to = path.split('/').at(-1)
    // Safe: nodes return hex.
    const answer = (await chain.call('eth_call', { to, data }, toHex(number))) as Hex
    const [bits] = decodeFunctionResult({ ...call, data: answer })
    return listMintReasons(bits)
  }
  const [entry] = entries
  if (!entry) throw new Error('The wallet is on no list.')
  // Safe: the API contract defines these as hashes.
  const proof = entry.proof as Hex[]
  return {
    friends: await checkMint(BigInt(entry.packed), proof),
    everyone: await checkMint(0n, []),
  }
}

/** Returns the API's result for the same block. */
async function apiView(path: string, account: Address, number: number): Promise<View> {
  const { phases, checked_at_block } = await api.call(getEligibility, {
    params: placeOf(path),
    query: { address: account },
  })
  expect(Number(checked_at_block)).toBe(number)
  const of = (id: number) => phases.find(({ phase_id }) => phase_id === id)?.reasons ?? []
  return { friends: of(0), everyone: of(255) }
}

async function timeOf(block: string): Promise<number> {
  // Safe: nodes return block timestamps in hex.
  const { timestamp } = (await chain.call('eth_getBlockByNumber', block, false)) as {
    timestamp: Hex
  }
  return Number(timestamp)
}

/** Installs a wallet on the chain with sufficient funds. */
async function walletOn(page: Page): Promise<Address> {
  const wallet = await installWallet(page, 'io.rabby', {
    name: 'Rabby Wallet',
    rpcUrls: { [chain.id]: chain.url },
  })
  await give(wallet.address())
  return wallet.address()
}

/** Makes a collection on the chain; resolves to the path of its page. */
function made(wishes: Omit<Parameters<typeof newCollection>[0], 'url'>): Promise<string> {
  return newCollection({ url: program.url, fund: give, ...wishes })
}

/** Sends another account's mint, which stays pending until the next block. */
async function mintForAnother(path: string): Promise<void> {
  const { mint_fee_wei, contract_address } = await api.call(getCollection, {
    params: placeOf(path),
  })
  const account = privateKeyToAccount(generatePrivateKey())
  await give(account.address)
  const data = encodeFunctionData({
    abi: collectionAbi,
    functionName: 'mint',
    args: [1n],
  })
  await sendTransaction(createClient({ transport: http(chain.url) }), {
    ...{ account, chain: { ...foundry, id: chain.id }, data, gas: 300_000n },
    // Safe: the API contract defines it as an address.
    to: contract_address as Address,
    value: BigInt(mint_fee_wei) + BigInt(openPhase().price_wei),
  })
}

function placeOf(path: string) {
  const [, , chain_alias = '', contract_address = ''] = path.split('/')
  return { chain_alias, contract_address }
}

async function give(address: string): Promise<void> {
  await chain.call('anvil_setBalance', address, toHex(10n ** 19n))
}
