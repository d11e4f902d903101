import { deployedAddresses, deploymentPlan } from '@platemark/abi/deploy'
import {
  type Address,
  type Chain,
  type Client,
  createTestClient,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  parseGwei,
  publicActions,
  type TestActions,
  type TestRpcSchema,
  type TransactionReceipt,
  type WalletActions,
  walletActions,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { startAnvil } from '../src/start-anvil.ts'

/** A real, empty anvil. */
export type EmptyChain = {
  id: number
  url: string
  chain: Chain
  client: Client<
    HttpTransport,
    Chain,
    undefined,
    TestRpcSchema<'anvil'>,
    TestActions & PublicActions<HttpTransport, Chain> & WalletActions<Chain, undefined>
  >
  /** Accounts that anvil funds with 10,000 coins. */
  funded: PrivateKeyAccount[]
  stop(): Promise<void>
}

export type TestChain = EmptyChain & {
  alias: string
  /** Owner of the contracts, the first of them. */
  owner: PrivateKeyAccount
  contracts: { factory: Address; payouts: Address; start_block: number }
  /** Receiver of the platform's share of every mint. */
  platform: Address
  /** Configuration entry of the chain. */
  network: {
    alias: string
    id: number
    name: string
    native_currency: { name: string; symbol: string; decimals: number }
    rpc_urls: string[]
    contracts: { factory: Address; payouts: Address; start_block: number }
    is_demo: true
  }
}

/** A real anvil with the deployed contracts. */
export async function testChain({
  alias = 'local',
  id = 31_337,
}: {
  alias?: string
  id?: number
} = {}): Promise<TestChain> {
  const anvil = await emptyChain(id)
  const { funded, url } = anvil
  // Safe: anvil funds some accounts.
  const owner = funded[0] as PrivateKeyAccount
  const { platform, ...contracts } = await deployContracts(anvil, owner)
  return {
    ...anvil,
    alias,
    owner,
    contracts,
    platform,
    network: {
      alias,
      id,
      name: 'Local',
      native_currency: ether,
      rpc_urls: [url],
      contracts,
      is_demo: true,
    },
  }
}

/** Deploys the contracts of an instance of this owner, as its first transactions. */
export async function deployContracts(
  { client, chain }: Pick<EmptyChain, 'client' | 'chain'>,
  owner: PrivateKeyAccount,
) {
  const plan = deploymentPlan(owner.address)
  let sent = 0
  for (const { contract, to, data, address } of plan) {
    // Contracts without an owner are those of every instance.
    if (await client.getCode({ address })) continue
    const transaction = { account: owner, chain, to, data, nonce: sent++, ...ampleGas }
    const hash = await client.sendTransaction(transaction)
    await mined({ client }, hash)
    if (!(await client.getCode({ address })))
      throw new Error(`contract is not deployed: got ${contract}`)
  }
  const { platform, factory, payouts } = deployedAddresses(plan)
  return { platform, factory, payouts, start_block: 0 }
}

/** Gas and fees for any transaction of a test: asking a node for them takes three requests more. */
export const ampleGas = {
  gas: 15_000_000n,
  maxFeePerGas: parseGwei('100'),
  maxPriorityFeePerGas: parseGwei('1'),
}

/** Polls for the receipt: viem would wait for a block that an idle chain never mines. */
export async function getReceipt(
  { client }: Pick<EmptyChain, 'client'>,
  hash: Hex,
): Promise<TransactionReceipt> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt) return receipt
    await new Promise((resume) => setTimeout(resume, 5))
  }
  throw new Error(`transaction was not mined: got ${hash}`)
}

/** Waits for the receipt of a transaction; throws when it reverted. */
export async function mined(
  chain: Pick<EmptyChain, 'client'>,
  sent: Hex | Promise<Hex>,
): Promise<TransactionReceipt> {
  const hash = await sent
  const receipt = await getReceipt(chain, hash)
  if (receipt.status !== 'success') throw new Error(`transaction reverted: got ${hash}`)
  return receipt
}

/** A real anvil of its own. */
export async function emptyChain(id: number): Promise<EmptyChain> {
  // Keeps every state, so that blocks can be reverted at any depth.
  const anvil = await startAnvil(['--chain-id', `${id}`, '--prune-history', '10000'])
  const chain = { ...foundry, id }
  return {
    id,
    ...anvil,
    chain,
    client: anvilClient(anvil.url, { chain }),
    funded: unlockedKeys.map((key) => privateKeyToAccount(key)),
  }
}

/** Client of an anvil, with its own commands. */
export function anvilClient(
  url: string,
  {
    chain = foundry,
    pollingInterval = 4000,
  }: { chain?: Chain; pollingInterval?: number },
): EmptyChain['client'] {
  return createTestClient({
    chain,
    mode: 'anvil',
    transport: http(url, { retryCount: 0 }),
    pollingInterval,
  })
    .extend(publicActions)
    .extend(walletActions)
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Accounts of every anvil; publicly known and worthless elsewhere. */
const unlockedKeys: Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
]
