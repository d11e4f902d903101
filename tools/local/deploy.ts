import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { type Deployment, deployedAddresses, deploymentPlan } from '@platemark/abi/deploy'
import { platformAbi } from '@platemark/abi/platform'
import {
  type Address,
  createClient,
  defineChain,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  keccak256,
  type PrivateKeyAccount,
} from 'viem'
import {
  getBlockNumber,
  getCode,
  sendTransaction,
  waitForTransactionReceipt,
} from 'viem/actions'
import * as z from 'zod/mini'
import type { KeptChain } from './chain.ts'
import { type DataFolder, DataFolderError } from './data-folder.ts'

/** The part of a data folder that remembers deployed contracts. */
export type ContractStore = Pick<DataFolder, 'path' | 'readValue' | 'writeValue'>

const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform((text) => getAddress(text)),
)

const contracts = z.object({
  factory: address,
  payouts: address,
  startBlock: z.number(),
})
export type Contracts = z.infer<typeof contracts>

type Deployer = {
  account: PrivateKeyAccount
  /** Wei for each minted token. */
  mintFeeWei: bigint
}

/**
 * Throws `DataFolderError` when the chains of the folder have contracts of another version, whose
 * collections this version cannot read.
 */
export function requireOwnContracts(
  folder: ContractStore,
  chainIds: readonly number[],
  owner: Address,
): void {
  const { factory } = deployedAddresses(deploymentPlan(owner))
  const isForeign = (id: number) => {
    const known = readContracts(folder, id)
    return known !== undefined && known.factory !== factory
  }
  if (!chainIds.some(isForeign)) return
  throw new DataFolderError(
    `The contracts in ${folder.path} are of another version of Platemark. Start afresh with --reset, or choose another folder with --data.`,
  )
}

/**
 * Deploys the contracts that an embedded chain lacks, and stores their addresses and start block in
 * the data folder. Throws when a transaction reverts.
 */
export async function deployContracts(
  chain: KeptChain,
  folder: ContractStore,
  { account, mintFeeWei }: Deployer,
): Promise<Contracts> {
  const client = createChainClient(chain)
  const plan = deploymentPlan(account.address)
  const missing: Deployment[] = []
  for (const deployment of plan) {
    const code = await getCode(client, deployment)
    if (!code || keccak256(code) !== deployment.codeHash) missing.push(deployment)
  }
  const known = readContracts(folder, chain.id)
  if (known && missing.length === 0) return known

  const head = Number(await getBlockNumber(client))
  const send = (to: Address, data: Hex) => sendChecked(client, account, { to, data })
  for (const { to, data } of missing) await send(to, data)

  const { platform, factory, payouts } = deployedAddresses(plan)
  await send(
    factory,
    encodeFunctionData({
      abi: collectionFactoryAbi,
      functionName: 'setMintFee',
      args: [mintFeeWei],
    }),
  )
  await send(
    platform,
    encodeFunctionData({
      abi: platformAbi,
      functionName: 'setFeeRecipient',
      args: [account.address],
    }),
  )
  // An interrupted start may have deployed the factory in any block.
  const isNew = missing.some(({ contract }) => contract === 'factory')
  const deployed = { factory, payouts, startBlock: isNew ? head : 0 }
  folder.writeValue(storageKey(chain.id), deployed)
  return deployed
}

function readContracts(folder: ContractStore, chainId: number): Contracts | undefined {
  const known = contracts.safeParse(folder.readValue(storageKey(chainId)))
  return known.success ? known.data : undefined
}

function storageKey(chainId: number): string {
  return `contracts-${chainId}`
}

/** Sends a transaction and waits until it is mined. Throws when it reverts. */
export async function sendChecked(
  client: ReturnType<typeof createChainClient>,
  account: PrivateKeyAccount,
  { to, data }: { to: Address; data: Hex },
): Promise<void> {
  const hash = await sendTransaction(client, { account, data, to })
  const { status } = await waitForTransactionReceipt(client, { hash })
  if (status !== 'success')
    throw new Error(`deployment reverted: ${hash} on chain ${client.chain.id}`)
}

/** Returns a client of an embedded chain that polls for receipts at short intervals. */
export function createChainClient(chain: KeptChain) {
  return createClient({
    chain: defineChain({
      id: chain.id,
      name: `Chain ${chain.id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.url] } },
    }),
    transport: http(chain.url, { timeout: 60_000 }),
    pollingInterval: 20,
  })
}
