import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectionAbi } from '@platemark/abi/collection'
import type { Page } from '@playwright/test'
import {
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  createClient,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  parseGwei,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { openPhase } from './new-collection.ts'
import { test as base, expect, hydrated } from './stack.ts'
import type { Stack } from './start-stack.ts'
import { type BridgedWallet, installWallet } from './wallet-bridge.ts'

/** The second chain belongs to one test at a time: several of them stop its mining. */
export const test = base.extend<{ secondChain: ReturnType<typeof chainOf> }>({
  secondChain: [
    async ({ stack }, use) => {
      const mark = join(stack.folder, 'second chain in use')
      while (!(await isMade(mark))) await sleep(100)
      await use(chainOf(stack, 'local-two'))
      await rm(mark)
    },
    // The wait for the others is not this test's own time.
    { timeout: 300_000 },
  ],
})

/** Makes an empty file, unless it is there. */
function isMade(path: string): Promise<boolean> {
  return writeFile(path, '', { flag: 'wx' }).then(
    () => true,
    () => false,
  )
}

type Network = keyof Stack['rpcUrls']
const chainIds = { local: 31_337, 'local-two': 31_338 }

export const panel = (page: Page) =>
  page.getByRole('region', { name: 'Mint', exact: true })

export const button = (page: Page, name: string | RegExp) =>
  panel(page).getByRole('button', { name, exact: typeof name === 'string' })

export const minted = (page: Page, text: string) =>
  expect(panel(page).locator('.figures')).toContainText(text)

/** What every collection here begins with: a drop with one phase that is open. */
export const drop = ({ url }: Pick<Stack, 'url'>) => ({ url, phases: [openPhase()] })

/** A phase for those on a list, open like the public one. */
export const friends = (changes = {}) =>
  openPhase({ phase_id: 0, kind: 'allowlist', title: 'Friends', ...changes })

/** A wallet on the first chain that knows both, or one that knows the second alone. */
export function rabby(
  page: Page,
  { rpcUrls }: Stack,
  network: Network = 'local',
): Promise<BridgedWallet> {
  const all = { 31337: rpcUrls.local, 31338: rpcUrls['local-two'] }
  return installWallet(page, 'io.rabby', {
    name: 'Rabby Wallet',
    rpcUrls: network === 'local' ? all : { 31338: rpcUrls['local-two'] },
  })
}

/** Connects a wallet from the panel, by the button of this name. */
export async function connect(
  page: Page,
  wallet: RegExp = /^Rabby Wallet/,
  by = 'Connect Wallet',
): Promise<void> {
  await hydrated(page)
  await button(page, by).click()
  await page.getByRole('dialog').getByRole('button', { name: wallet }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export function chainOf({ rpcUrls }: Stack, network: Network = 'local') {
  const chain = { ...foundry, id: chainIds[network] }
  return createClient({ chain, transport: http(rpcUrls[network]) })
}

/**
 * Lets transactions wait. A chain that is being saved rests for a moment and then mines again
 * as before, so the switch is looked at once more.
 */
export async function stopMining(chain: ReturnType<typeof chainOf>): Promise<void> {
  const ask = (method: string, params: unknown[]) =>
    chain.request({ method, params } as never)
  do {
    await ask('evm_setAutomine', [false])
    await new Promise((resume) => setTimeout(resume, 500))
  } while (await ask('anvil_getAutomine', []))
}

export async function resumeMining(chain: ReturnType<typeof chainOf>): Promise<void> {
  await chain.request({ method: 'evm_setAutomine', params: [true] } as never)
  await chain.request({ method: 'evm_mine', params: [] } as never)
}

/** Gives every account of a wallet a coin, or so much. */
export async function fund(
  stack: Stack,
  wallet: Pick<BridgedWallet, 'accounts'>,
  network: Network = 'local',
  value = parseEther('1'),
): Promise<void> {
  for (const { address } of wallet.accounts) {
    await chainOf(stack, network).request({
      method: 'anvil_setBalance',
      params: [address, toHex(value)],
    } as never)
  }
}

/** Somebody with coins and a key of their own, so that no two count the same numbers. */
export async function someoneElse(
  stack: Stack,
  network: Network = 'local',
): Promise<Hex> {
  const key = generatePrivateKey()
  await fund(stack, { accounts: [privateKeyToAccount(key)] }, network)
  return key
}

/**
 * Mints for somebody else before the mint of a page that waits on the second chain, and lets it
 * wait behind: blocks take what came first.
 */
export async function overtake(
  page: Page,
  stack: Stack,
  { to, quantity, unit }: { to: Address; quantity: bigint; unit: bigint },
): Promise<void> {
  const chain = chainOf(stack, 'local-two')
  const ask = (method: string, params: unknown[]) =>
    chain.request({ method, params } as never)
  const sent = panel(page).locator('.mint-steps small').first()
  const hash = await sent.getAttribute('title')
  const late = await ask('eth_getRawTransactionByHash', [hash])
  await ask('anvil_dropTransaction', [hash])
  await sendTransaction(chain, {
    account: privateKeyToAccount(await someoneElse(stack, 'local-two')),
    to,
    data: encodeFunctionData({
      abi: collectionAbi,
      functionName: 'mint',
      args: [quantity],
    }),
    value: unit * quantity,
    gas: 300_000n,
    maxFeePerGas: parseGwei('20'),
    maxPriorityFeePerGas: parseGwei('5'),
  })
  await ask('eth_sendRawTransaction', [late])
}

/** Where the collection of a page stands on its chain. */
export async function contractOf(page: Page, path: string): Promise<Address> {
  return (await toldOf(page, path)).contract_address
}

/** Its mint fee in wei. */
export async function feeOf(page: Page, path: string): Promise<bigint> {
  return BigInt((await toldOf(page, path)).mint_fee_wei)
}

async function toldOf(page: Page, path: string) {
  const [, , chain, alias] = path.split('/')
  const response = await page.request.get(`/api/contract/${chain}/${alias}`)
  return (await response.json()).data
}

/** Sends a call to a collection with the key of its creator, or of anybody. */
export async function callAs<N extends ContractFunctionName<typeof collectionAbi>>(
  stack: Stack,
  key: Hex,
  to: Address,
  functionName: N,
  args: ContractFunctionArgs<
    typeof collectionAbi,
    'nonpayable' | 'payable' | 'pure' | 'view',
    N
  >,
  { value = 0n, network = 'local' }: { value?: bigint; network?: Network } = {},
): Promise<void> {
  // Safe: the parameters pair each function with its arguments; viem cannot see the pair.
  const data = encodeFunctionData({ abi: collectionAbi, functionName, args } as never)
  await sendAs(stack, key, { to, data, value }, network)
}

async function sendAs(
  stack: Stack,
  key: Hex,
  call: { to: Address; data?: Hex; value: bigint },
  network: Network,
): Promise<void> {
  const client = chainOf(stack, network)
  const account = privateKeyToAccount(key)
  const hash = await sendTransaction(client, { account, ...call })
  const { status } = await waitForTransactionReceipt(client, {
    hash,
    pollingInterval: 100,
  })
  if (status !== 'success') throw new Error(`${hash} was refused.`)
}

export function someAddress(): Address {
  return `0x${randomBytes(20).toString('hex')}`
}

/** Keeps back what the server says of the page's collection; returns what lets it go. */
export async function holdCollection(page: Page, path: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const place = path.replace('/collection/', '/api/contract/')
  await page.route(`**${place}`, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
