import { randomBytes } from 'node:crypto'
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
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { openPhase } from './new-collection.ts'
import { expect, hydrated } from './stack.ts'
import type { Stack } from './start-stack.ts'
import { type BridgedWallet, installWallet } from './wallet-bridge.ts'

/** The ninth account of the development chains, funded and known to everyone. */
export const friendKey =
  '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6'

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

/** Connects the wallet from the panel. */
export async function connect(page: Page): Promise<void> {
  await hydrated(page)
  await button(page, 'Connect Wallet').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rabby Wallet/ })
    .click()
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

/** Gives the wallet a coin, or so much, as a friend would. */
export async function fund(
  stack: Stack,
  wallet: Pick<BridgedWallet, 'address'>,
  network: Network = 'local',
  value = parseEther('1'),
): Promise<void> {
  await sendAs(stack, friendKey, { to: wallet.address(), value }, network)
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
