import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { expect, type Page, test } from '@playwright/test'
import { type Address, encodeFunctionData, type Hex, toHex } from 'viem'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { operatorAccount } from '../../tools/local/accounts.ts'
import type { KeptChain } from '../../tools/local/chain.ts'
import { createChainClient, sendChecked } from '../../tools/local/deploy.ts'
import { deployNames } from '../../tools/local/deploy-names.ts'
import { type OwnProgram, startOwnProgram } from '../fixtures/own-program.ts'
import { newLabel } from '../fixtures/registered-name.ts'
import { openWithSession } from '../fixtures/signed-in.ts'

/** Registrations on a chain of their own: its blocks, its time and the terms of its registry change. */

const owner = operatorAccount()
let program: OwnProgram
let chain: KeptChain
let registry: Address

// Each waits for blocks and signs in; the limit is for a busy machine.
test.describe.configure({ timeout: 120_000 })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  program = await startOwnProgram({
    names: { chain: 'local', owner: owner.address, suffix: 'plate.test' },
  })
  const [first] = program.chains
  if (!first) throw new Error('There is no chain.')
  chain = first
  // A block for each transaction: the time of blocks stands still in between.
  await chain.call('evm_setIntervalMining', 0)
  await chain.call('evm_setAutomine', true)
  registry = (await deployNames(chain, owner)).registry
})

test.afterAll(async () => {
  await program?.stop()
})

test('a registration that the wallet speeds up is followed, and saved with its last transaction', {
  tag: '@soak',
}, async ({ page }) => {
  const label = newLabel()
  const account = await richAccount()
  await chain.call('evm_setAutomine', false)
  await open(page, [account], `/names?register=${label}`)
  await page.getByRole('button', { name: /^Register for / }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Waiting for a block/)).toBeVisible()
  const hash = await speedUp(account)
  await chain.call('evm_mine')
  await expect(dialog.getByText('is yours, and your primary name.')).toBeVisible()
  await chain.call('evm_setAutomine', true)
  expect(await readName(label)).toMatchObject({ registered_tx: hash })
})

test('a reservation outlives a reload and another account, and begins again with its name when it is too old', {
  tag: '@soak',
}, async ({ page }) => {
  const data = encodeFunctionData({
    abi: nameRegistryAbi,
    functionName: 'requireCommitments',
  })
  await sendChecked(createChainClient(chain), owner, { to: registry, data })
  const label = newLabel()
  const accounts = [await richAccount(), await richAccount()] as const
  const wallet = await open(page, accounts, `/names?register=${label}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the reservation' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await page.reload()
  await expect(dialog.getByRole('timer')).toBeVisible()

  await wallet.switchAccount()
  await expect(dialog.getByRole('timer')).toBeHidden()
  await wallet.switchAccount()
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const wallets = dialog.getByRole('button', { name: /metamask/i })
  await wallets.first().click()
  await expect(dialog.getByRole('timer')).toBeVisible()

  await passSeconds(86_500)
  await expect(dialog.getByText('The reservation is older than a day')).toBeVisible()
  await dialog.getByRole('button', { name: 'Start again' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await passSeconds(61)
  await dialog.getByRole('button', { name: /^Register for / }).click()
  await expect(dialog.getByText('is yours, and your primary name.')).toBeVisible()
  expect(await readName(label)).toMatchObject({ owner: accounts[0].address })
})

function open(page: Page, accounts: readonly PrivateKeyAccount[], path: string) {
  const place = { url: program.url, path: program.url + path }
  return openWithSession(page, place, { rpcUrls: { 31337: chain.url }, accounts })
}

async function richAccount(): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.call('anvil_setBalance', account.address, toHex(10n ** 18n))
  return account
}

async function passSeconds(seconds: number): Promise<void> {
  await chain.call('evm_increaseTime', seconds)
  await chain.call('evm_mine')
}

async function readName(label: string): Promise<unknown> {
  const response = await fetch(`${program.url}/api/names/${label}`)
  return (await response.json()).data
}

type Transaction = Record<'from' | 'to' | 'input' | 'value' | 'nonce' | 'gas', Hex>

/** Sends the waiting transaction of an account again with a higher fee, as wallets do. */
async function speedUp(account: PrivateKeyAccount): Promise<Hex> {
  // Safe: the node's answer, with whole transactions.
  const block = (await chain.call('eth_getBlockByNumber', 'pending', true)) as {
    transactions: Transaction[]
  }
  const from = account.address.toLowerCase()
  const waiting = block.transactions.find((one) => one.from.toLowerCase() === from)
  if (!waiting) throw new Error('No transaction waits.')
  const { to, input: data, value, nonce, gas } = waiting
  const signed = await account.signTransaction({
    ...{ chainId: chain.id, to, data, value: BigInt(value) },
    ...{ nonce: Number(nonce), gas: BigInt(gas) },
    maxFeePerGas: 100n * 10n ** 9n,
    maxPriorityFeePerGas: 2n * 10n ** 9n,
  })
  // Safe: the hash of what was sent.
  return (await chain.call('eth_sendRawTransaction', signed)) as Hex
}
