import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { deploymentPlan } from '@platemark/abi/deploy'
import {
  type Address,
  createClient,
  defineChain,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  type PrivateKeyAccount,
} from 'viem'
import { getCode, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import * as z from 'zod/mini'
import type { KeptChain } from './chain.ts'
import type { DataFolder } from './data-folder.ts'

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
  /** Wei for each token minted from now on. */
  mintFeeWei: bigint
}

/**
 * The contracts of an embedded chain: those remembered in the data folder when they are still
 * there, else new ones. Throws when a transaction reverts.
 */
export async function deployContracts(
  chain: KeptChain,
  folder: DataFolder,
  deployer: Deployer,
): Promise<Contracts> {
  const name = `contracts-${chain.id}`
  const client = clientOf(chain)
  const known = contracts.safeParse(folder.recall(name))
  if (known.success) {
    const code = await getCode(client, { address: known.data.factory })
    if (code) return known.data
  }

  const { account } = deployer
  const send = async (data: Hex, to?: Address) => {
    const hash = await sendTransaction(client, { account, data, ...(to && { to }) })
    const receipt = await waitForTransactionReceipt(client, { hash })
    if (receipt.status !== 'success')
      throw new Error(`Deploying on ${chain.id} reverted.`)
    return receipt
  }
  const made = new Map<string, { address: Address; block: number }>()
  for (const { contract, data } of deploymentPlan(account.address)) {
    const { contractAddress, blockNumber } = await send(data)
    if (!contractAddress) throw new Error(`Deploying on ${chain.id} made no contract.`)
    made.set(contract, { address: contractAddress, block: Number(blockNumber) })
  }
  const deployed = contracts.parse({
    factory: made.get('factory')?.address,
    payouts: made.get('payouts')?.address,
    startBlock: made.get('factory')?.block,
  })
  const abi = collectionFactoryAbi
  const fee = { abi, functionName: 'setMintFee', args: [deployer.mintFeeWei] } as const
  const recipient = {
    abi,
    functionName: 'setFeeRecipient',
    args: [account.address],
  } as const
  await send(encodeFunctionData(fee), deployed.factory)
  await send(encodeFunctionData(recipient), deployed.factory)
  folder.remember(name, deployed)
  return deployed
}

function clientOf(chain: KeptChain) {
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
